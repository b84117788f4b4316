import { Bold, Link2, List, ListOrdered, type LucideIcon } from 'lucide-react'
import { Button } from '@/ui/button'
import { classes } from '@/ui/classes'
import type { Format, TextEditor } from './text-editor'

type ToolProps = { label: string; icon: LucideIcon; isOn?: boolean; isOff?: boolean; onPress: () => void }

/** A button in the toolbar of a text. */
export function Tool({ label, icon: Icon, isOn, isOff, onPress }: ToolProps) {
  return (
    <Button
      tone="quiet"
      aria-label={label}
      aria-pressed={isOn}
      disabled={isOff}
      className={classes('size-11 p-0 disabled:opacity-35', isOn && 'bg-base-300')}
      onClick={onPress}
    >
      <Icon className="size-4" strokeWidth={1.75} />
    </Button>
  )
}

type FormatToolsProps = { editor: TextEditor; format: Format; hasLists?: boolean; onLink: () => void }

/** The buttons for bold words, links and lists. */
export function FormatTools({ editor, format, hasLists = true, onLink }: FormatToolsProps) {
  const { list } = format
  return (
    <>
      <Tool label="Bold" icon={Bold} isOn={format.isBold} onPress={editor.bold} />
      <Tool label="Link" icon={Link2} isOn={format.link !== undefined} onPress={onLink} />
      {hasLists && (
        <>
          <Tool label="Bulleted list" icon={List} isOn={list === 'bullet'} onPress={() => editor.list('bullet')} />
          <Tool
            label="Numbered list"
            icon={ListOrdered}
            isOn={list === 'ordered'}
            onPress={() => editor.list('ordered')}
          />
        </>
      )}
    </>
  )
}
