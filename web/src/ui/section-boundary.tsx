import { Component, type ReactNode } from 'react'
import { Button } from './button'
import { Notice } from './notice'

type SectionBoundaryProps = {
  /** What is missing, as the start of a sentence: "The nomination form". */
  what: string
  children: ReactNode
}

/** Keeps a part that fails from taking the page with it. */
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
