import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '@/lib/api-error'
import type { ImportReport } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { PageHead } from '@/ui/page-head'
import { useToast } from '@/ui/toast-queue'
import { beginImport, checkImport, type ImportFile } from './import-calls'
import { ImportColumns } from './import-columns'
import { ImportFileForm } from './import-file-form'
import { ImportReportView } from './import-report'
import { ImportsSoFar } from './imports-so-far'

/** Brings members over from an old list: choose a file, see what would become of each row, then import it. */
export function Component() {
  const toast = useToast()
  const [checked, setChecked] = useState<{ file: ImportFile; isGuess: boolean; report: ImportReport }>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const sofar = useRef<HTMLHeadingElement>(null)
  const [begun, setBegun] = useState(0)

  // Where the work goes on: the progress of what was begun.
  useEffect(() => {
    if (begun > 0) sofar.current?.focus()
  }, [begun])

  async function check(file: ImportFile, isGuess: boolean) {
    setBusy(true)
    setProblem(undefined)
    try {
      setChecked({ file, isGuess, report: await checkImport(file) })
    } catch (error) {
      setChecked(undefined)
      setProblem(messageOf(error, 'The file could not be checked. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  function isBegun(file: ImportFile) {
    toast({ title: 'Import Started', description: `The members in ${file.fileName} are being brought over` })
    setChecked(undefined)
    setBegun((times) => times + 1)
  }

  async function begin(file: ImportFile) {
    setBusy(true)
    try {
      await beginImport(file)
      isBegun(file)
    } catch (error) {
      const description = messageOf(error, 'The import could not be started. Please try again.')
      toast({ title: 'Import Failed', description, destructive: true })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p className="mb-2">
        <Link to={paths.adminMembers} className="text-link inline-flex min-h-11 items-center">
          All registered users
        </Link>
      </p>
      <PageHead
        title="Import legacy members"
        lede="Makes an account for each member in a CSV file. Nobody’s password is in it: each member sets her own by a letter. An account that exists is never changed, so the same file can be imported again."
      />
      <div className="mb-12 grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <ImportFileForm
          // a new form after each import
          key={begun}
          busy={isBusy}
          problem={problem}
          onCheck={check}
          onChange={() => {
            setChecked(undefined)
            setProblem(undefined)
          }}
        />
        <ImportColumns />
      </div>
      {checked && (
        <ImportReportView
          file={checked.file}
          isGuess={checked.isGuess}
          report={checked.report}
          busy={isBusy}
          onImport={() => begin(checked.file)}
          onBegun={() => isBegun(checked.file)}
        />
      )}
      <ImportsSoFar heading={sofar} begun={begun} />
    </>
  )
}
