import { Component, type ReactNode } from 'react'
import { useWords } from '@/lib/texts'
import { Button } from './button'
import { Notice } from './notice'

type SectionProps = {
  /** The name of the part, as the start of a sentence: "The nomination form". */
  what: ReactNode
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
  const word = useWords()
  return (
    <Notice tone="danger" title={word('lost', { part: what })}>
      <p>{word('lostText')}</p>
      <Button tone="outline" className="mt-4" onClick={() => location.reload()}>
        {word('reload')}
      </Button>
    </Notice>
  )
}
