import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { counted } from '@/lib/formats'
import { pollCommentForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { classes } from '@/ui/classes'
import { Confirm } from '@/ui/confirm'
import { LoadError } from '@/ui/empty-state'
import { TextAreaField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { Moment } from '@/ui/moment'
import { Pager } from '@/ui/pager'
import { ReportButton } from '@/ui/report-button'
import { Spinner } from '@/ui/spinner'
import { useReport } from '@/ui/use-report'
import { commentsPerPage, commentsQuery, type Poll, type PollComment, useComment, useRemoveComment } from './api'

type Paragraph = Poll['paragraphs'][number]

/** A text in numbered paragraphs. */
export function PlainText({ title, paragraphs }: { title: string; paragraphs: readonly Paragraph[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10 border-base-300 border-t pt-6">
      <h2 id={id} className="display-3">
        {title}
      </h2>
      <ol className="mt-4 flex flex-col gap-4">
        {paragraphs.map(({ number, text }) => (
          <NumberedParagraph key={number} number={number} text={text} />
        ))}
      </ol>
    </section>
  )
}

/** The question of the vote with its options. */
export function Question({ title, poll }: { title: string; poll: Pick<Poll, 'question' | 'options'> }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10 border-base-300 border-t pt-6">
      <h2 id={id} className="display-3">
        {title}
      </h2>
      <p className="mt-3">{poll.question}</p>
      <ul className="mt-3 list-disc pl-6">
        {poll.options.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ul>
    </section>
  )
}

/** A text with the discussion of each paragraph. */
export function DiscussedText({ poll, title }: { poll: Poll; title: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10 border-base-300 border-t pt-6">
      <h2 id={id} className="display-3">
        {title}
      </h2>
      <ol className="mt-4">
        {poll.paragraphs.map((paragraph) => (
          <NumberedParagraph key={paragraph.number} number={paragraph.number} text={paragraph.text}>
            <Discussion poll={poll} paragraph={paragraph} />
          </NumberedParagraph>
        ))}
      </ol>
    </section>
  )
}

type NumberedParagraphProps = { number: number; text: string; children?: React.ReactNode }

function NumberedParagraph({ number, text, children }: NumberedParagraphProps) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
      <span className="font-semibold text-accent tabular-nums" aria-hidden="true">
        {number}.
      </span>
      <div className="min-w-0">
        <p className="whitespace-pre-line break-words">
          <span className="sr-only">Paragraph {number}: </span>
          {text}
        </p>
        {children}
      </div>
    </li>
  )
}

/** The comments on a paragraph, which are loaded when they are opened. */
function Discussion({ poll, paragraph }: { poll: Poll; paragraph: Paragraph }) {
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  const { comments, number } = paragraph
  if (comments === 0 && !poll.canComment) return <div className="pb-5" />
  return (
    <div className="mb-4">
      <Button
        tone={poll.canComment ? 'outline' : 'quiet'}
        className={classes('px-3 text-[0.9375rem]', poll.canComment ? 'mt-2' : '-ml-3 text-accent')}
        aria-expanded={isOpen}
        aria-controls={region}
        onClick={() => setOpen(!isOpen)}
      >
        {poll.canComment && <MessageSquare className="size-4" strokeWidth={1.5} aria-hidden="true" />}
        {comments > 0 ? counted(comments, 'comment') : 'Comment'}
        <span className="sr-only"> on paragraph {number}</span>
      </Button>
      <div id={region} hidden={!isOpen} className="border-base-300 border-l pl-4 sm:pl-5">
        {isOpen && (
          <>
            <Comments poll={poll} number={number} />
            {poll.canComment && <CommentForm poll={poll} number={number} />}
          </>
        )}
      </div>
    </div>
  )
}

function Comments({ poll, number }: { poll: Poll; number: number }) {
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useQuery(commentsQuery(poll.id, number, page))
  if (!data && error)
    return <LoadError title="The comments could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  if (!data) return <Spinner label="Loading the comments…" />
  if (data.total === 0) return null
  return (
    <>
      <ol aria-label={`Comments on paragraph ${number}`}>
        {data.rows.map((comment) => (
          <Comment key={comment.id} poll={poll} comment={comment} />
        ))}
      </ol>
      {data.total > commentsPerPage && (
        <Pager
          label={`Pages of comments on paragraph ${number}`}
          page={page}
          perPage={commentsPerPage}
          total={data.total}
          onPage={setPage}
        />
      )}
    </>
  )
}

/** The sentence in place of a comment that was removed. */
export function removedText({ removedBy, removedReason }: Pick<PollComment, 'removedBy' | 'removedReason'>): string {
  return removedBy === 'author'
    ? 'The author has removed this comment.'
    : `The office has removed this comment: ${removedReason}`
}

function Comment({ poll, comment }: { poll: Poll; comment: PollComment }) {
  const { author, text, postedAt, removedBy, isOwn, id } = comment
  const [asking, setAsking] = useState(false)
  const remove = useRemoveComment(poll.id)
  const report = useReport()
  async function act() {
    await report(remove.mutateAsync(id), {
      done: () => ({ title: 'Your comment was removed' }),
      failed: 'Your comment was not removed',
    })
    setAsking(false)
  }
  return (
    <li className="border-base-300 border-b py-3">
      <p className={removedBy ? 'text-quiet italic' : 'whitespace-pre-line break-words'}>
        {removedBy ? removedText(comment) : text}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-quiet text-sm">
        <span className="mr-auto">
          {author || 'A former member'}, <Moment at={postedAt} />
        </span>
        {isOwn && !removedBy && (
          <Button tone="quiet" className="px-2" onClick={() => setAsking(true)}>
            Remove<span className="sr-only"> your comment “{text.slice(0, 40)}”</span>
          </Button>
        )}
        {!isOwn && !removedBy && (
          <ReportButton
            subject="comment"
            id={id}
            what={`the comment of ${author || 'a former member'}`}
            className="px-2"
          />
        )}
      </p>
      <Confirm
        open={asking}
        title="Remove your comment?"
        confirmLabel="Remove the comment"
        busy={remove.isPending}
        onConfirm={act}
        onClose={() => setAsking(false)}
      >
        <p>Members then see that you have removed a comment, but not its text. This cannot be undone.</p>
      </Confirm>
    </li>
  )
}

function CommentForm({ poll, number }: { poll: Poll; number: number }) {
  const { mutateAsync } = useComment(poll.id)
  const form = useRuleForm(`comment-${number}`, pollCommentForm, { initial: { paragraph: String(number) } })
  const submit = form.submit({
    send: async ({ text }) => {
      await mutateAsync({ paragraph: number, text })
      form.reset({ text: '', paragraph: String(number) })
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle="Your comment was not saved" className="flex flex-col gap-3 py-4">
      <TextAreaField form={form} name="text" label="Your comment" hint="All members see it with your name." rows={3} />
      <SubmitButton form={form} tone="outline" busyLabel="Sending…" className="self-start">
        Send comment
      </SubmitButton>
    </Form>
  )
}
