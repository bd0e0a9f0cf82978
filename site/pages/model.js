/**
 * What stands between a board or a panel in the page and Python: as much of anywidget's model as they need.
 * `state` is what they begin with; `send` takes a message to Python and throws where nobody hears it.
 */
export class Model {
  constructor(state, send) {
    this.state = state;
    this.send = send;
    this.heard = new Map(); // name of an event -> who listens
  }

  get(name) {
    return this.state[name];
  }

  on(names, handler) {
    for (const name of names.split(" ")) this.heard.set(name, [...(this.heard.get(name) ?? []), handler]);
  }

  off(names, handler) {
    for (const name of names.split(" "))
      this.heard.set(name, (this.heard.get(name) ?? []).filter((one) => one !== handler));
  }

  hear(message) {
    for (const handler of this.heard.get("msg:custom") ?? []) handler(message);
  }
}
