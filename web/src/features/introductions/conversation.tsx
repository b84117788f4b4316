import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { introductionMessageForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { classes } from '@/ui/classes'
import { LoadError } from '@/ui/empty-state'
import { TextAreaField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { Moment } from '@/ui/moment'
import { Pager } from '@/ui/pager'
import { ReportButton } from '@/ui/report-button'
import { Spinner } from '@/ui/spinner'
import { type Introduction, messagesPerPage, messagesQuery, useWrite } from './api'
import { isHidden } from './labels'

/** The messages of an introduction, the oldest of a page first, and the form for the next one. */
export function Conversation({ introduction }: { introduction: Introduction }) {
  const id = useId()
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useQuery(messagesQuery(introduction.id, page))
  const { name } = introduction.person
  const inSentence = isHidden(introduction) ? 'the other member' : name
  return (
    <section aria-labelledby={id} className="mt-8 border-base-300 border-t pt-6">
      <h2 id={id} className="display-3">
        Messages
      </h2>
      {data ? (
        <>
          {data.total === 0 && <p className="mt-3 text-quiet">No messages yet.</p>}
          {data.total > messagesPerPage && (
            <Pager
              page={page}
              perPage={messagesPerPage}
              total={data.total}
              onPage={setPage}
              label="Pages of messages"
            />
          )}
          <ol aria-label={`Messages with ${inSentence}`} className="mt-5 flex flex-col gap-5">
            {data.rows.toReversed().map(({ id, text, isOwn, isRemoved, sentAt }) => (
              <li
                key={id}
                className={classes(
                  'max-w-[38rem] border-l-3 py-1 pl-4',
                  isOwn ? 'ml-auto w-[min(100%,34rem)] border-primary' : 'mr-auto w-[min(100%,34rem)] border-base-300',
                )}
              >
                <div className="flex flex-wrap items-center gap-x-3 text-quiet text-sm">
                  <span className="mr-auto">
                    {isOwn ? 'You' : name}, <Moment at={sentAt} />
                  </span>
                  {!isOwn && !isRemoved && (
                    <ReportButton
                      subject="message"
                      id={id}
                      what={`the message “${beginning(text)}”`}
                      note={`Only the two of you read this conversation, so ${inSentence} may guess it if the office removes the message or writes to them.`}
                      className="px-2"
                    />
                  )}
                </div>
                {isRemoved ? (
                  <p className="mt-1 text-quiet italic">This message was removed by the office.</p>
                ) : (
                  <p className="mt-1 whitespace-pre-line break-words">{text}</p>
                )}
              </li>
            ))}
          </ol>
        </>
      ) : error ? (
        <div className="mt-4">
          <LoadError title="The messages could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
        </div>
      ) : (
        <Spinner label="Loading the messages…" />
      )}
      {introduction.status === 'open' ? (
        <MessageForm id={introduction.id} name={name} onSent={() => setPage(1)} />
      ) : (
        !isHidden(introduction) && (
          <p className="mt-6 text-quiet">This conversation is closed, so no one can write messages.</p>
        )
      )}
    </section>
  )
}

/** The first words of a message, to name it. */
function beginning(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.length > 40 ? `${line.slice(0, 39).trimEnd()}…` : line
}

function MessageForm({ id, name, onSent }: { id: string; name: string; onSent: () => void }) {
  const { mutateAsync } = useWrite(id)
  const form = useRuleForm('introduction-message', introductionMessageForm)
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync(values)
      form.reset({ text: '' })
      onSent()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle="Your message was not sent" className="mt-8 flex flex-col gap-3">
      <TextAreaField
        form={form}
        name="text"
        label={`Write to ${name}`}
        hint="Only the two of you read it, unless one of you reports it to the office. We send at most one email a day about a conversation, without the message."
        rows={4}
      />
      <SubmitButton form={form} busyLabel="Sending…" className="self-start">
        Send
      </SubmitButton>
    </Form>
  )
}
