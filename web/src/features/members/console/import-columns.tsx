import { importColumns } from '@/lib/generated'
import { ExportButton } from '@/ui/export-button'

/** What a file of members looks like, and one to begin with. */
export function ImportColumns() {
  return (
    <section aria-labelledby="import-columns">
      <h2 id="import-columns" className="mb-1 font-medium font-sans text-base">
        The columns of the file
      </h2>
      <p className="mb-3 text-quiet text-sm">
        The first line names them, in any order. Columns of other names may stay in the file; they are not read.
      </p>
      <dl className="mb-5 border-base-300 border-t text-[0.9375rem]">
        {importColumns.map(({ name, needed, takes, also }) => (
          <div key={name} className="grid grid-cols-[7.5rem_1fr] border-base-300 border-b py-2">
            <dt className="pr-3">
              <span className="block font-medium">{name}</span>
              <span className="text-quiet text-sm">{needed ? 'needed' : 'may be left out'}</span>
            </dt>
            <dd>
              {takes}.<span className="block text-quiet text-sm">May also be called {also.join(', ')}.</span>
            </dd>
          </div>
        ))}
      </dl>
      <ExportButton
        path="/api/members/imports/example"
        label="Download an example file"
        saved={{ title: 'Example Downloaded', description: 'Replace its two sample members with your own' }}
      />
    </section>
  )
}
