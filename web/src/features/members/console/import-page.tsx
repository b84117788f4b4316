import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { consolePaths } from '@/lib/console-paths'
import { PageHead } from '@/ui/page-head'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import { type ImportFile, useCheckImport, useStartImport } from './api'
import { ImportColumns, ImportFileForm } from './import-file-form'
import { ImportHistory } from './import-history'
import { ImportReportView } from './import-report'

/** Imports members from a file: choose a file, check the effect on each row, then import it. */
export function ImportPage() {
  const toast = useToast()
  const report = useReport()
  const check = useCheckImport()
  const start = useStartImport()
  const [isGuess, setGuess] = useState(false)
  const history = useRef<HTMLHeadingElement>(null)
  const [started, setStarted] = useState(0)
  const file = check.variables

  // After the start the focus goes to the import's progress.
  useEffect(() => {
    if (started > 0) history.current?.focus()
  }, [started])

  function onStarted({ fileName }: ImportFile) {
    toast({ title: 'Import Started', description: `The members in ${fileName} are being imported` })
    check.reset()
    setStarted((times) => times + 1)
  }

  async function importFile(file: ImportFile) {
    const hasStarted = await report(start.mutateAsync({ file }), {
      failed: 'Import Failed',
      fallback: 'The import could not be started. Please try again.',
    })
    if (hasStarted) onStarted(file)
  }

  return (
    <>
      <p className="mb-2">
        <Link to={consolePaths.members} className="text-link inline-flex min-h-11 items-center">
          All registered users
        </Link>
      </p>
      <PageHead
        title="Import legacy members"
        lede="Creates an account for each member in a CSV file, and grants the memberships that the file names. The file contains no passwords, because each member sets their own with a link in an email. Existing accounts keep their details, and nothing is granted twice, so you can import the same file again."
      />
      <div className="mb-12 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-2">
        <ImportFileForm
          // Resets the form after each import.
          key={started}
          busy={check.isPending || start.isPending}
          problem={check.error ? messageOf(check.error, 'The file could not be checked. Please try again.') : undefined}
          onCheck={(file, isGuess) => {
            setGuess(isGuess)
            check.mutate(file)
          }}
          onChange={check.reset}
        />
        <ImportColumns />
      </div>
      {file && check.data && (
        <ImportReportView
          file={file}
          isGuess={isGuess}
          report={check.data}
          busy={start.isPending}
          onImport={() => importFile(file)}
          onStarted={() => onStarted(file)}
        />
      )}
      <ImportHistory heading={history} />
    </>
  )
}
