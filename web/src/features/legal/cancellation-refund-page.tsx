import { LegalDocument } from './legal-document'
import { refundSections } from './refund-sections'

export function CancellationRefundPage() {
  return (
    <LegalDocument
      title="Cancellation & Refund Policy"
      summary="Membership fees are not refundable. If a payment went wrong, tell us within 7 working days and we will correct it."
      sections={refundSections}
    />
  )
}
