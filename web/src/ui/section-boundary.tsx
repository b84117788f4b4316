import { Component, type ReactNode } from 'react'
import { Button } from './button'
import { Notice } from './notice'

type SectionProps = {
  /** The name of the part, as the start of a sentence: "The nomination form". */
  what: string
}

/** Limits a rendering error to one part of the page. */
export class SectionBoundary extends Component<SectionProps & { children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <SectionError what={this.props.what} /> : this.props.children
  }
}

/** Replaces a part of the page that failed. */
export function SectionError({ what }: SectionProps) {
  return (
    <Notice tone="danger" title={`${what} could not be shown.`}>
      <p>Please check your connection and reload the page.</p>
      <Button tone="outline" className="mt-4" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </Notice>
  )
}
