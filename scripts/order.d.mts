/** The types of those functions of order.mjs that vite.config.ts calls. */
export function gathered(code: string, statements: readonly { type: string; start: number; end: number; kind?: string; declarations?: readonly unknown[] }[], trials?: number): string;
