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
        // A table that is laid out as blocks is none to a screen reader any more, unless its roles are told.
        // biome-ignore-start lint/a11y/noRedundantRoles: see above
        <section aria-labelledby={id}>
          <table role="table" className="w-full text-left text-[0.9375rem] tabular-nums max-md:block">
            <thead role="rowgroup" className="border-base-300 border-b text-quiet text-sm max-md:sr-only">
              <tr role="row">
                {headers.map((header) => (
                  <th
                    role="columnheader"
                    key={header}
                    scope="col"
                    className="whitespace-nowrap py-2 pr-6 font-semibold"
                  >
                    {header || <span className="sr-only">Actions</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup" className="max-md:block max-md:border-base-300 max-md:border-t">
              {rows.map(({ key, cells }) => (
                <tr role="row" key={key} className="border-base-300 border-b max-md:block max-md:py-2">
                  {cells.map((cell, i) => (
                    <td
                      role="cell"
                      key={headers[i]}
                      data-label={headers[i]}
                      className="py-2 pr-6 max-md:flex max-md:justify-between max-md:gap-4 max-md:py-1.5 max-md:pr-0 max-md:text-right max-md:before:shrink-0 max-md:before:text-quiet max-md:before:content-[attr(data-label)]"
                    >
                      <div className="min-w-0 [overflow-wrap:anywhere]">{cell}</div>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        // biome-ignore-end lint/a11y/noRedundantRoles: see above
      )}
    </div>
  )
}
