import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '@/lib/admin-access'
import { messageOf } from '@/lib/api-error'
import { date } from '@/lib/formats'
import { redirectForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { useStoredVersion } from '@/lib/use-stored-version'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { ContentTabs } from '@/ui/content-tabs'
import { Dialog } from '@/ui/dialog'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { TextField } from '@/ui/fields'
import { DialogForm } from '@/ui/form'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import { PlainTable } from '@/ui/small-table'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import { type Redirect, redirectsQuery, useDeleteRedirect, useSaveRedirect } from './api'

/** The old addresses that lead to pages of the site. */
export function RedirectsPage() {
  const { data: redirects, error, isFetching, refetch } = useQuery(redirectsQuery)
  const may = useMay()
  const [edited, setEdited] = useState<Redirect | 'new'>()
  const [deleted, setDeleted] = useState<Redirect>()
  const add = may('POST /api/redirects') && <Button onClick={() => setEdited('new')}>Add a redirect</Button>
  return (
    <>
      <PageHead
        title="Redirects"
        lede="Addresses that this site no longer has, such as those of an earlier site, and the pages where visitors and search engines find their content now."
        actions={redirects && redirects.length > 0 && add}
      />
      <ContentTabs />
      {error && !redirects && (
        <LoadError title="The redirects could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
      )}
      {!error && !redirects && <Skeleton />}
      {redirects?.length === 0 && (
        <EmptyState title="No redirects yet" action={add}>
          <p>Add one if links to an address of an earlier site lead to “Page not found”.</p>
        </EmptyState>
      )}
      {redirects && redirects.length > 0 && (
        <PlainTable
          caption="Redirects"
          headers={['Old address', 'New address', 'Added', '']}
          rows={redirects.map((redirect) => ({
            key: redirect.id,
            cells: [
              <span key="from" className="wrap-anywhere font-medium">
                {redirect.from}
              </span>,
              <a key="to" href={redirect.to} className="text-link wrap-anywhere">
                {redirect.to}
              </a>,
              date(redirect.createdAt),
              <span key="actions" className="flex gap-1">
                {may('PUT /api/redirects/{id}') && (
                  <Button tone="quiet" onClick={() => setEdited(redirect)}>
                    Change<span className="sr-only"> {redirect.from}</span>
                  </Button>
                )}
                {may('DELETE /api/redirects/{id}') && (
                  <Button tone="quiet" onClick={() => setDeleted(redirect)}>
                    Delete<span className="sr-only"> {redirect.from}</span>
                  </Button>
                )}
              </span>,
            ],
          }))}
        />
      )}
      {edited && (
        <RedirectDialog redirect={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {deleted && <DeleteRedirect redirect={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

type RedirectDialogProps = { redirect: Redirect | undefined; onClose: () => void }

function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const { mutateAsync } = useSaveRedirect()
  const toast = useToast()
  const form = useRuleForm('redirect', redirectForm, { initial: redirect && valuesOf(redirect) })
  const stored = useStoredVersion(form, redirect, valuesOf)
  const submit = form.submit({
    send: async (body) => {
      await mutateAsync({ id: redirect?.id, version: stored.version, body })
      onClose()
      toast({ title: redirect ? 'The redirect was changed' : 'The redirect was added' })
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Dialog open title={redirect ? 'Change the redirect' : 'Add a redirect'} onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={submit}
        intro={
          <p className="text-quiet">
            Visitors of the old address see the new one. Browsers remember a redirect for up to an hour.
          </p>
        }
        refusalTitle={redirect ? 'The redirect was not changed' : 'The redirect was not added'}
        onLoadCurrent={() => stored.load(redirectsQuery, (all) => all.find(({ id }) => id === redirect?.id), 'from')}
        submitLabel={redirect ? 'Save' : 'Add the redirect'}
        onClose={onClose}
      >
        <TextField form={form} name="from" placeholder="/about-us" autoComplete="off" autoCapitalize="none" />
        <TextField
          form={form}
          name="to"
          placeholder="/#about"
          hint="A page of this site. It can name a section after #."
          autoComplete="off"
          autoCapitalize="none"
        />
      </DialogForm>
    </Dialog>
  )
}

const valuesOf = ({ from, to }: Redirect) => ({ from, to })

function DeleteRedirect({ redirect: { id, from, to }, onClose }: { redirect: Redirect; onClose: () => void }) {
  const { mutateAsync, isPending } = useDeleteRedirect()
  const report = useReport()
  async function act() {
    await report(mutateAsync(id), {
      done: () => ({ title: 'The redirect was deleted' }),
      failed: 'The redirect was not deleted',
    })
    onClose()
  }
  return (
    <Confirm
      open
      title={`Delete the redirect of “${from}”?`}
      confirmLabel="Delete the redirect"
      busy={isPending}
      onConfirm={act}
      onClose={onClose}
    >
      <p className="wrap-anywhere">Visitors of this address get “Page not found” instead of {to}.</p>
    </Confirm>
  )
}
