import { Component, type ReactNode } from 'react'
import { Button } from './button'
import { Notice } from './notice'

type SectionBoundaryProps = {
  /** The name of the part, as the start of a sentence: "The nomination form". */
  what: string
  children: ReactNode
}

/** Limits a rendering error to one part of the page. */
export class SectionBoundary extends Component<SectionBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Notice tone="danger" title={`${this.props.what} could not be shown.`}>
        <p>Please check your connection and load the page again.</p>
        <Button tone="outline" className="mt-4" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </Notice>
    )
  }
}
