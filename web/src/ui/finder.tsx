import { useEffect, useRef, useState } from 'react'
import { Autocomplete, Input, type Key, ListBox, ListBoxItem, TextField } from 'react-aria-components'
import { useNavigate } from 'react-router'
import type { Hits } from '@/lib/find'
import { classes } from './classes'

const failure = 'Part of the search failed. Please try again.'

type FinderProps = {
  /** What can be found. */
  label: string
  /** A hook that returns what a text finds. */
  useHits: (text: string) => Hits
  onDone: () => void
}

/**
 * The search field and the list below it. It is not react-aria's ComboBox, whose list opens outside of the dialog, where
 * everything is inert.
 */
export function Finder({ label, useHits, onDone }: FinderProps) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { hits, isSearching, hasFailed } = useHits(text)
  const input = useRef<HTMLInputElement>(null)

  // react-aria's autoFocus may wait for transitions elsewhere on the page.
  useEffect(() => input.current?.focus(), [])

  function go(key: Key) {
    const hit = hits.find((hit) => hit.key === key)
    if (!hit) return
    onDone()
    navigate(hit.to)
  }

  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <TextField aria-label={label}>
        <Input
          ref={input}
          className="input w-full"
          role="combobox"
          aria-expanded={hits.length > 0}
          autoComplete="off"
          spellCheck={false}
          placeholder={label}
        />
      </TextField>
      <p role="status" className="mt-3 text-quiet text-sm">
        {isSearching ? 'Searching…' : hasFailed ? failure : text.trim() && hits.length === 0 ? 'Nothing found' : ''}
      </p>
      <ListBox
        aria-label="Results"
        items={hits}
        onAction={go}
        className={classes('max-h-[50dvh] overflow-y-auto', hits.length === 0 && 'hidden')}
      >
        {({ key, label, about }) => (
          <ListBoxItem
            id={key}
            textValue={label}
            className={({ isFocused }) =>
              classes(
                'flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 border-l-3 px-3 py-2',
                isFocused ? 'border-primary bg-base-200' : 'border-transparent',
              )
            }
          >
            <span className="min-w-0 font-medium">{label}</span>
            <span className="ml-auto min-w-0 text-quiet text-sm">{about}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  )
}
