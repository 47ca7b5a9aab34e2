"""What a player brings: armies as text, what they cost, whether they may take the field."""
