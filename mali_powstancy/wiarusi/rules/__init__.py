"""The rules, one module per part of the mission, in the order of the rulebook.

`setup`, then each mission `preparing` (difficulty, dealing), `acting` (a turn; `landing` when a card comes to the
table, `speaking` and `withdrawing`), `supporting` (tiles, help) and `ending` (failure, success, morale, victory);
`piles` knows what lies face down, `threats` counts, and `playing` puts them together.
"""
