import { LegalDocument } from './legal-document'
import { termsSections } from './terms-sections'

export function Component() {
  return (
    <LegalDocument
      title="Terms & Conditions"
      summary="The circle is for adults who serve on boards in India. Membership is for life, it is yours alone, and its fee is paid once and in full."
      sections={termsSections}
    />
  )
}
