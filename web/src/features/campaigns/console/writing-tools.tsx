import { Heading, Image as ImageIcon, Minus, MousePointerClick, Quote } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { Button } from '@/ui/button'
import { PictureLibrary } from './picture-library'

type WritingToolsProps = {
  /** The text area. Its selection decides where a block is inserted. */
  area: RefObject<HTMLTextAreaElement | null>
  onChange: (text: string) => void
}

const blocks = [
  { label: 'Heading', icon: Heading, block: (chosen: string) => `## ${chosen || 'A heading'}` },
  {
    label: 'Button',
    icon: MousePointerClick,
    block: (chosen: string) => `[${chosen || 'Read more'}](https://example.com/ "button")`,
  },
  {
    label: 'Quotation',
    icon: Quote,
    block: (chosen: string) =>
      (chosen || 'What they said.')
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
  },
  { label: 'Line', icon: Minus, block: (chosen: string) => (chosen ? `${chosen}\n\n---` : '---') },
] as const

/** Inserts blocks into the text at the cursor. A selected text becomes part of the block. */
export function WritingTools({ area, onChange }: WritingToolsProps) {
  const [isChoosing, setChoosing] = useState(false)

  function insert(block: (chosen: string) => string) {
    const element = area.current
    if (!element) return
    const { text, from, to } = insertBlock(element.value, element.selectionStart, element.selectionEnd, block)
    onChange(text)
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(from, to)
    })
  }

  return (
    <div className="mb-2 flex flex-wrap gap-2" role="toolbar" aria-label="Insert a block">
      {blocks.map(({ label, icon: Icon, block }) => (
        <Tool key={label} label={label} onClick={() => insert(block)}>
          <Icon className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
        </Tool>
      ))}
      <Tool label="Image" onClick={() => setChoosing(true)}>
        <ImageIcon className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
      </Tool>
      {isChoosing && (
        <PictureLibrary
          onChoose={(url, description) => {
            setChoosing(false)
            insert((chosen) => `${chosen ? `${chosen}\n\n` : ''}![${description.replace(/[[\]\n]/g, ' ')}](${url})`)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Button tone="outline" onClick={onClick}>
      {children}
      {label}
    </Button>
  )
}

/** Returns the text in which a block, as its own paragraph, replaces the selection, and the block's position. */
export function insertBlock(
  text: string,
  start: number,
  end: number,
  block: (chosen: string) => string,
): { text: string; from: number; to: number } {
  const before = text.slice(0, start).trimEnd()
  const after = text.slice(end).trimStart()
  const lead = before ? `${before}\n\n` : ''
  const made = block(text.slice(start, end).trim())
  return { text: `${lead}${made}\n\n${after}`, from: lead.length, to: lead.length + made.length }
}
