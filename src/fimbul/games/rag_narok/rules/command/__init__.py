"""Who leads and who is told what: Orders, General Staffs, Dark Grasp."""
