import { Button } from './button'

type PagerProps = { label?: string; page: number; perPage: number; total: number; onPage: (page: number) => void }

/** The current position in a list, with links to the previous and the next page. */
export function Pager({ label = 'Pages', page, perPage, total, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  const first = (page - 1) * perPage + 1
  const last = Math.min(total, page * perPage)
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap items-center gap-3">
      <p className="mr-auto text-quiet text-sm tabular-nums" role="status">
        {first <= last
          ? `${count(first)}–${count(last)} of ${count(total)}`
          : total > 0 && `This page is empty. There are ${count(total)} in total.`}
      </p>
      {pages > 1 && (
        <>
          <Button tone="outline" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
            Previous
          </Button>
          <span className="text-sm tabular-nums">
            Page {count(page)} of {count(pages)}
          </span>
          <Button tone="outline" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </>
      )}
    </nav>
  )
}

function count(number: number): string {
  return number.toLocaleString('en-IN')
}
