import { describe, expect, it } from 'vitest';
import { formProblems } from '../check-form.ts';
import { formFaults } from '../form-faults.ts';
import { formTemplates } from './form-templates.ts';
import { templateContent } from './template.ts';

let made = 0;
const newId = (kind: string) => `${kind}${(made++).toString(36).padStart(21, '0')}`;

describe('templates', () => {
  it('are sixteen and more, quizzes among them, each under a name of its own', () => {
    expect(formTemplates.length).toBeGreaterThanOrEqual(16);
    expect(formTemplates.filter(({ category }) => category === 'Quiz').length).toBeGreaterThanOrEqual(2);
    expect(new Set(formTemplates.map(({ name }) => name)).size).toBe(formTemplates.length);
  });

  it.each(formTemplates.map((template) => [template.name, template] as const))(
    '%s makes a form that can be published at once',
    (_, template) => {
      const content = templateContent(template, '', newId);
      expect(formFaults(content)).toEqual([]);
      expect(formProblems(content)).toEqual([]);
      expect(content.props.title).toBe(template.title);
    },
  );
});
