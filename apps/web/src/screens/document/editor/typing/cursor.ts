/** Another writer's cursor, labelled with the name from the server. */
export function cursorOf(user: { name?: unknown; color?: unknown }): HTMLElement {
  const colour = typeof user.color === 'string' && /^#[\da-f]{6}$/u.test(user.color) ? user.color : '#625e58';
  const cursor = document.createElement('span');
  cursor.className = 'cursor bn-collaboration-cursor__base';
  cursor.style.setProperty('--cursor', colour);
  const name = document.createElement('span');
  name.className = 'cursor-name';
  name.textContent = typeof user.name === 'string' ? user.name : '';
  // Words do not break at a cursor.
  cursor.append('\u2060', name, '\u2060');
  return cursor;
}
