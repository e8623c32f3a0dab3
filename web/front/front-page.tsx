// The front page for visitors who are not signed in: features, sign-in, and a first API call.

import { useEffect } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { OtherLanguages } from '../ui/language-switch.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import { BoardSketch } from './board-sketch.tsx'
import { FirstCall } from './first-call.tsx'
import { useFrontMessages } from './front-messages.ts'
import { WhatIsHere } from './what-is-here.tsx'
import './front-page.css'

export function FrontPage() {
  const messages = useFrontMessages()
  useEffect(() => {
    document.title = `Tessera · ${messages.title}`
  }, [messages])
  return (
    <>
      <TopBar>
        <ButtonLink variant="quiet" className="front-wide-only" href="/docs">
          {messages.reference}
        </ButtonLink>
        <OtherLanguages />
        <ButtonLink className="front-wide-only" href="/sign-in">
          {messages.signIn}
        </ButtonLink>
      </TopBar>
      <main className="front">
        <Hero />
        <Features />
        <FirstCall />
        <WhatIsHere />
      </main>
    </>
  )
}

function Hero() {
  const messages = useFrontMessages()
  return (
    <section className="front-hero">
      <div className="front-hero-text">
        <p className="front-running">{messages.running}</p>
        <h1>{messages.headline}</h1>
        <p className="front-lead">{messages.lead}</p>
        <div className="front-actions">
          <ButtonLink variant="primary" href="/sign-in">
            {messages.signIn}
          </ButtonLink>
          <ButtonLink href="/docs">{messages.openReference}</ButtonLink>
        </div>
      </div>
      <BoardSketch />
    </section>
  )
}

function Features() {
  const messages = useFrontMessages()
  return (
    <ul className="front-features">
      {messages.features.map(([title, text]) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
