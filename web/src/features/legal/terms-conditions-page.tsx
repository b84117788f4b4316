import { useTexts } from '@/lib/texts'
import { LegalDocument } from './legal-document'
import { useTaxClause } from './tax-clause'

export function TermsConditionsPage() {
  const text = useTexts('terms')
  return <LegalDocument page="terms" variables={{ tax: useTaxClause(text.plain('tax')) }} contactsIn="grievances" />
}
