import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { withQuery } from './api'
import { AskDialog, type AskProps, CannotAsk, canAsk } from './ask'

type AskSectionProps = { person: { id: string; name: string } }

/** On the profile of a member: asks for an introduction, or shows how far it is. */
export function AskSection({ person }: AskSectionProps) {
  const { data, error, isFetching, refetch } = useQuery(withQuery(person.id))
  return (
    <section aria-labelledby="introduction" className="mt-8">
      <h2 id="introduction" className="font-sans font-semibold text-lg">
        Introduction
      </h2>
      <div className="mt-2 max-w-text">
        {data ? (
          <Possible person={person} state={data} />
        ) : (
          error && (
            <LoadError title="The introduction could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
          )
        )}
      </div>
    </section>
  )
}

function Possible({ person, state }: AskProps) {
  const [isAsking, setAsking] = useState(false)
  if (!canAsk(state)) return <CannotAsk person={person} state={state} />
  return (
    <>
      <p className="text-quiet">
        If {person.name} accepts, you can write to each other, and each of you sees the contacts that the other shares
        after an introduction.
      </p>
      <Button tone="outline" className="mt-3" onClick={() => setAsking(true)}>
        Ask for an introduction
      </Button>
      {isAsking && <AskDialog person={person} onClose={() => setAsking(false)} />}
    </>
  )
}
