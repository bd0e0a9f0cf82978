/** A presenter's remote control: its keys step through the demonstration in sight, without a click on it first. */
const presenter = (() => {
  const KEYS = ["PageDown", "PageUp", "ArrowRight", "ArrowLeft"];

  const isSeen = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < innerHeight - 60 && bottom > 120;
  };
  const fromMiddle = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.abs(top + bottom - innerHeight);
  };

  /** Whether it is one of its keys; a panel that has the focus answers them itself. */
  function isKey(event) {
    if (!KEYS.includes(event.key) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
    const here = event.target.closest?.(".mp-page");
    return !(document.fullscreenElement || (here && isSeen(here)));
  }

  /** Steps through the demonstration of this part of the page that is in sight; whether there is one. */
  function step(event, part) {
    const buttons = part.querySelectorAll(`.mp-panel-widget [aria-keyshortcuts~="${event.key}"]`);
    const [button] = [...buttons].filter(isSeen).sort((one, other) => fromMiddle(one) - fromMiddle(other));
    if (!button) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) button.click();
    return true;
  }

  return { isKey, step };
})();
