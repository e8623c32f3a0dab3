// UI strings of the first page of the documentation.

import { defineMessages } from '../messages/define-messages.ts'

export const useStartMessages = defineMessages({
  en: {
    eyebrow: 'Documentation',
    title: 'Build on Tessera',
    lead: 'Everything people do on a board, your programs can do too: read it, change it, follow it live, and react to what happens. One HTTP API with clients for TypeScript and Python, a command line, and MCP for agents.',
    quickStart: 'Quick start',
    reference: 'API reference',
    baseUrl: 'Base URL',
    hello: 'Hello, board',
    build: 'What you can build',
    ideas: {
      'bulk-changes': {
        title: 'Turn data into a board',
        text: 'Draw hundreds of notes, shapes and connectors in one request, all or none.',
      },
      webhooks: { title: 'React to changes', text: 'Get a signed webhook for every event of a workspace.' },
      authorization: {
        title: 'Act for your users',
        text: 'Sign people in with OAuth and ask for only the scopes you need.',
      },
      live: {
        title: 'Live on the board',
        text: 'See every change as it happens and be seen with a cursor of your own.',
      },
      agents: { title: 'Give agents a board', text: 'Connect any assistant over MCP: it reads, draws and comments.' },
      'export-import': {
        title: 'Pictures and files',
        text: 'Render any region as PNG, SVG or PDF, and move boards in and out.',
      },
    },
    tools: 'Clients and tools',
    typescript: 'Typed client for Node and browsers',
    python: 'Typed client, standard library only',
    commandLine: 'The command line for scripts and terminals',
    mcp: 'Tools for agents at /mcp',
    openApi: 'The HTTP API for generators',
    asyncApi: 'The live socket for generators',
    llms: 'This documentation for language models',
  },
  de: {
    eyebrow: 'Dokumentation',
    title: 'Auf Tessera aufbauen',
    lead: 'Alles, was Personen auf einem Board tun, können auch Programme: es lesen, ändern, live verfolgen und auf Ereignisse reagieren. Mit einer HTTP-API, Clients für TypeScript und Python, einer Kommandozeile und MCP für Agenten.',
    quickStart: 'Erste Schritte',
    reference: 'API-Referenz',
    baseUrl: 'Basis-URL',
    hello: 'Hallo, Board',
    build: 'Was du entwickeln kannst',
    ideas: {
      'bulk-changes': {
        title: 'Aus Daten ein Board machen',
        text: 'Hunderte Notizen, Formen und Verbindungen in einer Anfrage: alle oder keine.',
      },
      webhooks: {
        title: 'Auf Änderungen reagieren',
        text: 'Ein signierter Webhook für jedes Ereignis einer Arbeitsfläche.',
      },
      authorization: {
        title: 'Für andere handeln',
        text: 'Personen mit OAuth anmelden und nur die nötigen Rechte anfordern.',
      },
      live: { title: 'Live auf dem Board', text: 'Jede Änderung sofort sehen und mit eigenem Cursor sichtbar sein.' },
      agents: {
        title: 'Agenten ein Board geben',
        text: 'Assistenten über MCP verbinden: Sie lesen, zeichnen und kommentieren.',
      },
      'export-import': {
        title: 'Bilder und Dateien',
        text: 'Ausschnitte als PNG, SVG oder PDF exportieren und ganze Boards mitnehmen.',
      },
    },
    tools: 'Clients und Tools',
    typescript: 'Typisierter Client für Node und Browser',
    python: 'Typisierter Client, nur Standardbibliothek',
    commandLine: 'Die Kommandozeile für Skripte und Terminals',
    mcp: 'Tools für Agenten unter /mcp',
    openApi: 'Die HTTP-API für Generatoren',
    asyncApi: 'Der Live-Socket für Generatoren',
    llms: 'Diese Dokumentation für Sprachmodelle',
  },
})
