"""The rules, one module per part of a round, in the order of the rulebook.

`setup`, then each round `rounds` (scoring marker, whose turn), `resources` (the duel, with `drawing`), `acting` (the
four kinds of action; `laying` when a card is played, `blockade` when a marker moves), `battle` and `ending`;
`carrying` carries out the effects of cards, `movement` knows lines, limits and steps, `camps` who decides for an army,
and `playing` puts them together.
"""
