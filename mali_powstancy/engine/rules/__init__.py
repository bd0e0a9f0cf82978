"""The rules, one module per part of the round, in the order of the rulebook.

`setup`, then each round `ordering` (cards come, are collected and delivered), `choosing` (movement cards),
`walking`, `hopping` and `acting` (a turn), `soldier` (basic variant) and `passing` (time passes, districts fall, the
round ends); `playing` puts them together.
"""
