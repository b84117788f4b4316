import type { Node } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'
import type { EmailTextDetail } from './api'
import { readCondition } from './documents'
import { conditionOf } from './field-words'
import { readableLine, tagWords } from './readable'

/** How placeholders look in the editor. onFrame opens the condition of a frame. */
export function placeholderViews(
  fields: EmailTextDetail['fields'],
  onFrame: (pos: number, frame: Node) => void,
): Record<string, NodeViewConstructor> {
  const samples = new Map(fields.map(({ name, sample }) => [name, sample]))
  return {
    field({ attrs: { source } }) {
      const name = source.slice(2, -2)
      const dom = chip('field', tagWords(source))
      if (name === 'facts') dom.classList.add('wide')
      dom.title = samples.get(name) ? `For example: ${samples.get(name)}` : ''
      return { dom, ignoreMutation: () => true }
    },
    tag: ({ attrs: { source } }) => ({ dom: chip('tag', tagWords(source)), ignoreMutation: () => true }),
    condition({ attrs: { source } }) {
      const dom = chip('condition', '')
      const condition = readCondition(source)
      if (condition) {
        dom.append(...part(`if ${conditionOf(condition.field)}`, condition.words))
        if (condition.otherwise) dom.append(...part('otherwise', condition.otherwise))
      }
      dom.title = 'Press to change'
      return { dom, ignoreMutation: () => true }
    },
    frame: (node, _view, getPos) => frameView(node, getPos, onFrame),
    otherwise() {
      const dom = document.createElement('div')
      dom.dataset.otherwise = ''
      const label = document.createElement('p')
      label.className = 'frame-label'
      label.contentEditable = 'false'
      label.textContent = 'Otherwise'
      const contentDOM = document.createElement('div')
      dom.append(label, contentDOM)
      return { dom, contentDOM, ignoreMutation: (change) => label.contains(change.target) }
    },
  }
}

function chip(kind: string, words: string): HTMLElement {
  const dom = document.createElement('span')
  dom.className = `chip chip-${kind}`
  dom.textContent = words
  return dom
}

function part(label: string, text: string): HTMLElement[] {
  const when = document.createElement('small')
  when.textContent = label
  const words = document.createElement('span')
  words.textContent = readableLine(text)
  return [when, words]
}

function frameView(
  node: Node,
  getPos: () => number | undefined,
  onFrame: (pos: number, frame: Node) => void,
): ReturnType<NodeViewConstructor> {
  let frame = node
  const dom = document.createElement('section')
  dom.dataset.frame = node.attrs.field
  const label = document.createElement('button')
  label.type = 'button'
  label.className = 'frame-label'
  label.contentEditable = 'false'
  const contentDOM = document.createElement('div')
  dom.append(label, contentDOM)
  const show = () => {
    label.textContent = `Only if ${conditionOf(frame.attrs.field)}`
  }
  label.addEventListener('click', () => {
    const pos = getPos()
    if (pos !== undefined) onFrame(pos, frame)
  })
  show()
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== frame.type) return false
      frame = next
      show()
      return true
    },
    stopEvent: ({ target }) => label.contains(target as HTMLElement),
    ignoreMutation: (change) => label.contains(change.target),
  }
}
