"""How things lie on the table: who touches, sees and reaches whom, and where there is room."""
