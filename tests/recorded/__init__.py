"""Matches of every version of the rules, recorded once and replayed ever after."""
