"""What any page shows: blocks, desks and their panel."""
