import { Spinner } from '@/ui/spinner'

/** What an unrendered page shows until its script has come. */
export function Arriving() {
  return (
    <div className="page flex justify-center py-40">
      <Spinner label="Loading…" size={28} />
    </div>
  )
}
