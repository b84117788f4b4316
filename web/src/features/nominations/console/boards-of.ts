import type { ReviewedNomination } from './api'

const most = 5

/** The companies that the applicant named and that have no board seat yet. */
export function boardsOf({
  companyName,
  currentBoards,
  verification,
}: Pick<ReviewedNomination, 'companyName' | 'currentBoards' | 'verification'>): string[] {
  const known = new Set(verification.seats.map(({ company }) => company.toLowerCase()))
  const named: string[] = []
  for (const line of [companyName, ...currentBoards.split(/[\n;]/)]) {
    // List markers and texts in brackets are not part of the name.
    const company = line
      .replace(/^[\s\-•*]*(\d+[.)])?\s*/, '')
      .replace(/\s*\(.*\)\s*$/, '')
      .trim()
    // A sentence is not a company's name.
    if (company.length < 2 || company.length > 80 || known.has(company.toLowerCase())) continue
    known.add(company.toLowerCase())
    named.push(company)
  }
  return named.slice(0, most)
}
