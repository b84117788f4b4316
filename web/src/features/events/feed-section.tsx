import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { date } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { CopyButton } from '@/ui/copy-button'
import { Notice } from '@/ui/notice'
import { useReport } from '@/ui/use-report'
import { feedQuery, useDeleteFeed, useIssueFeed } from './api'

/** The member's calendar feed: an address from which a calendar app loads the sessions. */
export function FeedSection() {
  const id = useId()
  const { data: feed } = useQuery(feedQuery)
  const issue = useIssueFeed()
  const remove = useDeleteFeed()
  const report = useReport()
  const [asks, setAsks] = useState<'renew' | 'delete'>()
  const issued = issue.data?.url
  if (!feed) return null

  const renew = () => {
    setAsks(undefined)
    return report(issue.mutateAsync(), { failed: 'The address was not created' })
  }
  const drop = async () => {
    await report(remove.mutateAsync(), {
      done: () => ({ title: 'Your calendar feed was deleted' }),
      failed: 'Nothing was deleted',
    })
    issue.reset()
    setAsks(undefined)
  }
  return (
    <section aria-labelledby={id} className="mt-14 max-w-text">
      <h2 id={id} className="display-3">
        In your own calendar
      </h2>
      <p className="mt-2 text-quiet">
        Add your sessions to your calendar app with a private address. The app then updates them. Google Calendar checks
        for changes only once or twice a day, so we also email you when a session moves.
      </p>
      {issued && (
        <div className="mt-4">
          <Notice tone="success" title="Copy this address now">
            <p>We show it only once. Anyone who has it can see your sessions, so do not share it.</p>
            <p className="mt-3 flex items-center gap-2">
              <code className="min-w-0 break-all bg-base-200 px-2 py-1 text-sm">{issued}</code>
              <CopyButton
                text={issued}
                label="Copy the address of your calendar"
                copied={{ title: 'Address copied' }}
              />
            </p>
            <p className="mt-3 text-sm">
              In Google Calendar, choose “Other calendars”, “From URL”. In Apple Calendar, choose “File”, “New Calendar
              Subscription”. In Outlook, choose “Add calendar”, “Subscribe from web”.
            </p>
          </Notice>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {feed.isIssued ? (
          <>
            <Button tone="outline" busy={issue.isPending} onClick={() => setAsks('renew')}>
              Get a new address
            </Button>
            <Button tone="outline" onClick={() => setAsks('delete')}>
              Delete the feed
            </Button>
            {feed.issuedAt && <p className="text-quiet text-sm">Created on {date(feed.issuedAt)}</p>}
          </>
        ) : (
          <Button tone="outline" busy={issue.isPending} onClick={renew}>
            Get the address of my calendar
          </Button>
        )}
      </div>
      <Confirm
        open={asks === 'renew'}
        title="Get a new address?"
        confirmLabel="Get a new address"
        isDestructive={false}
        busy={issue.isPending}
        onConfirm={renew}
        onClose={() => setAsks(undefined)}
      >
        <p>The present address stops working. Calendars that use it no longer show your sessions.</p>
      </Confirm>
      <Confirm
        open={asks === 'delete'}
        title="Delete your calendar feed?"
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={drop}
        onClose={() => setAsks(undefined)}
      >
        <p>Its address stops working. You can create a new one at any time.</p>
      </Confirm>
    </section>
  )
}
