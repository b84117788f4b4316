import { paths } from '@/lib/paths'

/** What administrators find for now: the way to the records. */
export function AdminPage() {
  return (
    <div className="page max-w-text py-20">
      <h1 className="display-2">Administration</h1>
      <p className="lede mt-6">
        Nominations, drafts, accounts, letters and the texts of the site are kept in the dashboard. It asks for a
        superuser’s sign-in of its own.
      </p>
      <p className="mt-8">
        <a className="btn btn-primary" href={paths.dashboard}>
          Open the dashboard
        </a>
      </p>
    </div>
  )
}
