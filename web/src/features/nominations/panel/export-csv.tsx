import { readPlace } from '@/lib/list'
import { ExportButton } from '@/ui/export-button'
import { tabOf } from './panel-tabs'

/** Downloads the registrations that the panel lists; beside the drafts all of them. */
export function ExportCsv({ params }: { params: URLSearchParams }) {
  return (
    <ExportButton
      path="/api/registrations/export"
      query={tabOf(params) === 'registrations' ? readPlace(params, []).query : {}}
      label="Export CSV"
      saved={{ title: 'Export Successful', description: 'Registration data has been downloaded' }}
      failed="Could not download registration data"
    />
  )
}
