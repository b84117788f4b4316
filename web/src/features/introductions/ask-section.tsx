import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { introductionForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Day } from '@/ui/moment'
import { useAsk, type With, withQuery } from './api'

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

function Possible({ person, state: { introduction, isListed, canAskFrom } }: AskSectionProps & { state: With }) {
  const [isAsking, setAsking] = useState(false)
  const ask = useAsk()
  if (!isListed)
    return (
      <p className="text-quiet">
        <Link to={paths.circleProfile} className="text-link">
          Publish your profile
        </Link>{' '}
        to ask for an introduction, so that {person.name} can see who asks.
      </p>
    )
  if (introduction)
    return (
      <p>
        <Link to={href(paths.circleIntroduction, { id: introduction.id })} className="text-link">
          {introduction.status === 'open'
            ? 'Open your conversation'
            : introduction.status === 'asked'
              ? 'Answer the request'
              : 'See your request'}
        </Link>
      </p>
    )
  if (canAskFrom)
    return (
      <p className="text-quiet">
        You can ask {person.name} for an introduction from <Day at={canAskFrom} />.
      </p>
    )
  return (
    <>
      <p className="text-quiet">
        If {person.name} accepts, you can write to each other, and each of you sees the contacts that the other shares
        after an introduction.
      </p>
      <Button tone="outline" className="mt-3" onClick={() => setAsking(true)}>
        Ask for an introduction
      </Button>
      {isAsking && (
        <FormDialog
          title={`Ask ${person.name} for an introduction`}
          rules={introductionForm}
          initial={{ person: person.id }}
          send={(body) => ask.mutateAsync(body)}
          done="Your request is sent"
          submitLabel="Send the request"
          refusalTitle="Your request was not sent"
          fields={(form) => (
            <TextAreaField
              form={form}
              name="reason"
              rows={6}
              hint="What you would like to speak about, in a few sentences, without web and email addresses."
            />
          )}
          onClose={() => setAsking(false)}
        >
          <p>
            {person.name} gets an email and can answer within 14 days. A decline is not shown: the request then ends
            without an answer.
          </p>
        </FormDialog>
      )}
    </>
  )
}
