import { type ReactNode, useId } from 'react'
import { classes } from './classes'

type Row = { key: string; cells: readonly ReactNode[] }

type SmallTableProps = {
  title: string
  lede?: string
  /** What is said without rows. If it is missing, nothing is shown. */
  nothing?: string
  headers: readonly string[]
  rows: readonly Row[]
}

/** A section of a page: a heading and a few rows. */
export function SmallTable({ title, lede, nothing, headers, rows }: SmallTableProps) {
  const id = useId()
  if (rows.length === 0 && !nothing) return null
  return (
    <div className="mb-10">
      <h2 id={id} className="display-3 mb-3">
        {title}
      </h2>
      {lede && <p className="-mt-1 mb-3 max-w-text text-quiet">{lede}</p>}
      {rows.length === 0 ? (
        <p className="text-quiet">{nothing}</p>
      ) : (
        <section aria-labelledby={id}>
          <PlainTable headers={headers} rows={rows} />
        </section>
      )}
    </div>
  )
}

type PlainTableProps = { caption?: string; headers: readonly string[]; rows: readonly Row[] }

/**
 * A table without paging, for a few known rows. Its columns fit their contents. Where it is narrow, each row becomes a
 * block of labelled cells.
 */
export function PlainTable({ caption, headers, rows }: PlainTableProps) {
  // A table that is laid out as blocks is not a table to screen readers, unless it has explicit roles.
  // biome-ignore-start lint/a11y/noRedundantRoles: see above
  return (
    <div className="@container">
      <div className="@2xl:relative @2xl:overflow-x-auto">
        <table role="table" className="w-full text-left text-[0.9375rem] tabular-nums leading-snug @max-2xl:block">
          {caption && <caption className="sr-only">{caption}</caption>}
          <thead role="rowgroup" className="border-base-300 border-b text-quiet text-sm @max-2xl:sr-only">
            <tr role="row">
              {headers.map((header) => (
                <th role="columnheader" key={header} scope="col" className="whitespace-nowrap py-2 pr-6 font-semibold">
                  {header || <span className="sr-only">Actions</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="@max-2xl:block @max-2xl:border-base-300 @max-2xl:border-t">
            {rows.map(({ key, cells }) => (
              <tr role="row" key={key} className="border-base-300 border-b align-top @max-2xl:block @max-2xl:py-2">
                {cells.map((cell, i) => (
                  <td
                    role="cell"
                    key={headers[i]}
                    data-label={headers[i]}
                    className={classes(
                      'py-2.5 pr-6 last:pr-0 @max-2xl:py-1.25 @max-2xl:pr-0',
                      // Actions have no label and use its place: their texts are long and must not wrap.
                      headers[i]
                        ? '@max-2xl:grid @max-2xl:grid-cols-[6.5rem_minmax(0,1fr)] @max-2xl:gap-x-4 @max-2xl:before:text-quiet @max-2xl:before:text-sm @max-2xl:before:content-[attr(data-label)]'
                        : '@max-2xl:block',
                    )}
                  >
                    <div className="min-w-0">{cell}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
  // biome-ignore-end lint/a11y/noRedundantRoles: see above
}
