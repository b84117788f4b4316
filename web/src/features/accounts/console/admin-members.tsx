import { useState } from 'react'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { GrantDialog, WithdrawDialog } from './admin-dialogs'
import type { AdminMember } from './api'
import { useAdminMembers } from './api'

/** The members who have admin rights. */
export function AdminMembers({ asksCode }: { asksCode: boolean }) {
  const { data: members, error, refresh } = useAdminMembers()
  const [isGranting, setGranting] = useState(false)
  const [leaving, setLeaving] = useState<AdminMember>()

  return (
    <section aria-labelledby="admin-members-title" className="mt-12 border-base-300 border-t pt-6">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="mr-auto max-w-text">
          <h2 id="admin-members-title" className="display-3">
            Members with admin rights
          </h2>
          <p className="mt-1 text-quiet">
            They sign in to the console with their member account, without two-step sign-in.
          </p>
        </div>
        <Button tone="outline" onClick={() => setGranting(true)}>
          Give a member admin rights
        </Button>
      </div>
      {members?.some(({ isAdmitted }) => !isAdmitted) && (
        <div className="mt-5">
          <Notice tone="warning" title="These rights do not work at the moment">
            The console requires two-step sign-in, which member accounts do not have. Invite each person who needs the
            console as an administrator.
          </Notice>
        </div>
      )}
      {error != null && (
        <div className="mt-5">
          <LoadError title="The members could not be loaded" error={error} onRetry={refresh} />
        </div>
      )}
      {members?.length === 0 && <p className="mt-5 text-quiet">No member has admin rights.</p>}
      <ul className="mt-4">
        {members?.map((member) => (
          <li
            key={member.id}
            className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-1 border-base-300 border-b py-1.5"
          >
            <span className="min-w-0 flex-[1_1_14rem]">
              <span className="font-semibold">{member.name}</span>
              <span className="block text-quiet text-sm">{member.email}</span>
            </span>
            {member.isYou && <Badge tone="outline">You</Badge>}
            {!member.isActive && <Badge>Deactivated</Badge>}
            {!member.isYou && (
              <Button
                tone="quiet"
                className="px-3 font-medium text-accent max-sm:-ml-3"
                aria-label={`Withdraw admin rights: ${member.name}`}
                onClick={() => setLeaving(member)}
              >
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isGranting && (
        <GrantDialog asksCode={asksCode} onDone={() => setGranting(false)} onClose={() => setGranting(false)} />
      )}
      {leaving && (
        <WithdrawDialog
          member={leaving}
          asksCode={asksCode}
          onDone={() => setLeaving(undefined)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  )
}
