import { useId, useState } from 'react'
import { useMay } from '@/lib/admin-access'
import { pollCommentRemovalForm } from '@/lib/generated'
import { useList } from '@/lib/list'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Moment } from '@/ui/moment'
import { Pager } from '@/ui/pager'
import { Skeleton } from '@/ui/skeleton'
import type { PollComment } from '../api'
import { removedText } from '../texts'
import { type AdminPoll, commentsKey, useRemoveComment } from './api'

/** The comments on a consultation, oldest first. */
export function Comments({ poll }: { poll: AdminPoll }) {
  const id = useId()
  const list = useList({
    key: commentsKey(poll.id),
    route: 'GET /api/admin/polls/{id}/comments',
    path: { id: poll.id },
    perPage: 25,
  })
  const [removing, setRemoving] = useState<PollComment>()
  const may = useMay()
  const mayRemove = may('POST /api/polls/{id}/comments/{comment}/remove')
  return (
    <section aria-labelledby={id} className="mt-10 border-base-300 border-t pt-6">
      <h2 id={id} className="display-3">
        Comments
      </h2>
      {!list.rows && list.error != null && (
        <LoadError title="The comments could not be loaded" error={list.error} onRetry={list.refresh} />
      )}
      {!list.rows && list.error == null && <Skeleton lines={3} />}
      {list.rows?.length === 0 && <p className="mt-3 text-quiet">No comments yet.</p>}
      {list.rows && list.rows.length > 0 && (
        <>
          <ol className="mt-2">
            {list.rows.map((comment) => (
              <li key={comment.id} className="border-base-300 border-b py-3">
                <p className={comment.removedBy ? 'text-quiet italic' : 'whitespace-pre-line break-words'}>
                  {comment.removedBy ? removedText(comment) : comment.text}
                </p>
                <p className="mt-1 flex flex-wrap items-center gap-x-3 text-quiet text-sm">
                  <span className="mr-auto">
                    Paragraph {comment.paragraph}: {comment.author || 'A former member'},{' '}
                    <Moment at={comment.postedAt} />
                  </span>
                  {mayRemove && !comment.removedBy && (
                    <Button tone="quiet" className="px-2" onClick={() => setRemoving(comment)}>
                      Remove<span className="sr-only"> the comment of {comment.author}</span>
                    </Button>
                  )}
                </p>
              </li>
            ))}
          </ol>
          <Pager
            label="Pages of comments"
            page={list.page}
            perPage={list.perPage}
            total={list.total}
            onPage={list.setPage}
          />
        </>
      )}
      {removing && <RemoveComment poll={poll} comment={removing} onClose={() => setRemoving(undefined)} />}
    </section>
  )
}

type RemoveCommentProps = { poll: AdminPoll; comment: PollComment; onClose: () => void }

function RemoveComment({ poll, comment, onClose }: RemoveCommentProps) {
  const { mutateAsync } = useRemoveComment(poll.id)
  return (
    <FormDialog
      title={`Remove the comment of ${comment.author || 'a former member'}?`}
      rules={pollCommentRemovalForm}
      send={({ reason }) => mutateAsync({ comment: comment.id, reason })}
      done="The comment was removed"
      submitLabel="Remove the comment"
      isDestructive
      refusalTitle="The comment was not removed"
      fields={(form) => (
        <TextAreaField form={form} name="reason" rows={2} hint="Members see it in place of the comment." />
      )}
      onClose={onClose}
    >
      <p className="line-clamp-4 whitespace-pre-line">“{comment.text}”</p>
      <p className="mt-3">This cannot be undone.</p>
    </FormDialog>
  )
}
