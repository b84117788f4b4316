import { configure } from '@testing-library/dom'

// A busy machine must not fail a test. The default is one second.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout and does not implement modal dialogs.
if (typeof HTMLDialogElement !== 'undefined') {
  Element.prototype.scrollIntoView = () => {}
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
