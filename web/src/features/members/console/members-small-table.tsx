import { type ReactNode, useId } from 'react'

type SmallTableProps = {
  title: string
  nothing: string
  headers: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A part of a member's page: a heading and a few rows. */
export function SmallTable({ title, nothing, headers, rows }: SmallTableProps) {
  const id = useId()
  return (
    <div className="mb-10">
      <h2 id={id} className="display-3 mb-3">
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className="text-quiet">{nothing}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keyboard too
        <section className="overflow-x-auto" aria-labelledby={id} tabIndex={0}>
          <table className="w-full text-left text-[0.9375rem] tabular-nums">
            <thead className="border-base-300 border-b text-quiet text-sm">
              <tr>
                {headers.map((header) => (
                  <th key={header} scope="col" className="whitespace-nowrap py-2 pr-6 font-semibold">
                    {header || <span className="sr-only">Actions</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key} className="border-base-300 border-b">
                  {cells.map((cell, i) => (
                    <td key={headers[i]} className="whitespace-nowrap py-2 pr-6">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
