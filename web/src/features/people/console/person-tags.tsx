import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { useReport } from '@/ui/use-report'
import type { Person } from './api'
import { useCorrectPerson } from './api'

/** The tags of a person. Enter adds the typed tag. */
export function PersonTags({ person }: { person: Person }) {
  const report = useReport()
  const { mutateAsync, isPending } = useCorrectPerson(person.id)
  const [word, setWord] = useState('')
  const save = (tags: string[]) =>
    report(mutateAsync({ tags }), { done: () => ({ title: 'The tags were saved' }), failed: 'The tags were not saved' })

  async function add(event: React.FormEvent) {
    event.preventDefault()
    const tag = word.trim()
    if (tag && !person.tags.includes(tag)) await save([...person.tags, tag])
    setWord('')
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {person.tags.map((tag) => (
        <span key={tag} className="inline-flex items-center gap-1 border border-base-300 pl-2.5">
          {tag}
          <Button
            tone="quiet"
            className="size-8 p-0"
            aria-label={`Remove the tag ${tag}`}
            disabled={isPending}
            onClick={() => save(person.tags.filter((other) => other !== tag))}
          >
            <X className="size-4" strokeWidth={1.75} />
          </Button>
        </span>
      ))}
      <form onSubmit={add}>
        <input
          className="input max-w-40"
          aria-label="New tag"
          placeholder="New tag"
          maxLength={40}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      </form>
    </div>
  )
}
