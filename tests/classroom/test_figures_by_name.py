import pytest

from mali_powstancy import classroom
from mali_powstancy.classroom.figures import FIGURES, figure_named


def test_figures_speak_the_language_of_the_lesson(in_lesson):
    from mali_powstancy.classroom import city_map, route

    assert repr(city_map()) != repr(city_map(lang="pl"))
    assert repr(route("past", "port")) == repr(route("past", "port", lang="en"))


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_there(name):
    assert name in classroom.__all__
    assert callable(figure_named(name))


def test_what_is_no_figure_is_said_to_be_none():
    with pytest.raises(AttributeError, match="dance"):
        _ = classroom.dance
