import { configure } from '@testing-library/dom'
import { beforeAll } from 'vitest'

// A busy machine must not fail a test. The default is one second.
configure({ asyncUtilTimeout: 10_000 })

// Files share a document. What an earlier file has left in it would be the first stop of the keyboard.
beforeAll(() => {
  if (typeof document !== 'undefined') document.body.replaceChildren()
})

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
