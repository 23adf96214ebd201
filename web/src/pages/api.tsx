// The HTTP interface of the server, to read and to try: made from its own openapi.json.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../engine/api";
import { isAbort, messageOf } from "../engine/engine";
import { words } from "../text/text";
import { Select } from "../ui/controls";
import { remembered } from "../ui/remember";
import {
  addressOf,
  examplesOf,
  fieldsOf,
  operationsOf,
  resolved,
  snippet,
  type Asked,
  type Listed,
  type OpenApi,
  type Schema,
  type Tongue,
} from "./openapi";

const tongue = remembered<Tongue>("api.tongue", "curl");
const kTongues: [Tongue, string][] = [
  ["curl", "curl"],
  ["python", "Python"],
  ["javascript", "JavaScript"],
];
const kMostShown = 200_000; // characters of an answer

export function Api(): JSX.Element {
  const t = words().api;
  const [document_, setDocument] = useState<OpenApi | "none">();
  useEffect(() => {
    ask("openapi.json")
      .then(async (response) => setDocument(response.ok ? ((await response.json()) as OpenApi) : "none"))
      .catch(() => setDocument("none"));
  }, []);
  if (!document_) return <p class="empty">{t.loading}</p>;
  if (document_ === "none")
    return (
      <div class="prose narrow">
        <h1>{t.title}</h1>
        <p>{t.noServer}</p>
        <pre tabIndex={0}>
          <code>./run serve</code>
        </pre>
      </div>
    );
  return (
    <div class="api">
      <div class="prose narrow">
        <h1>{t.title}</h1>
        <p>{document_.info.description}</p>
        <p>
          {t.forPrograms} <a href="openapi.json">openapi.json</a>
        </p>
      </div>
      {operationsOf(document_).map((each) => (
        <OperationView key={each.id} document={document_} listed={each} />
      ))}
    </div>
  );
}

interface Answer {
  status: number;
  ms: number;
  type: string;
  body: string;
  isOpen: boolean; // a stream that goes on
}

function OperationView({ document: api, listed }: { document: OpenApi; listed: Listed }): JSX.Element {
  const t = words().api;
  const { operation, method, path } = listed;
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="operation panel" data-operation={listed.id} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code class={`method ${method.toLowerCase()}`}>{method}</code> <code>{path}</code>
        <span class="summary">{operation.summary}</span>
      </summary>
      {isOpen && (
        <>
          {operation.description && <p>{operation.description}</p>}
          {operation.security && <p class="hint">{t.needsToken}</p>}
          <Try listed={listed} />
          <Schemas api={api} listed={listed} />
        </>
      )}
    </details>
  );
}

function Try({ listed }: { listed: Listed }): JSX.Element {
  const t = words().api;
  const { operation, method, path } = listed;
  const parameters = operation.parameters ?? [];
  const examples = examplesOf(operation);
  const hasStream = Object.values(operation.responses ?? {}).some((each) => each.content?.["text/event-stream"]);
  const onlyStream = hasStream && !operation.responses?.["200"]?.content?.["application/json"];
  const [chosen, setChosen] = useState(0);
  const [body, setBody] = useState(examples[0]?.body ?? "{}");
  const [values, setValues] = useState<Record<string, string>>({});
  const [wantsStream, setStream] = useState(onlyStream);
  const [answer, setAnswer] = useState<Answer>();
  const [fault, setFault] = useState("");
  const control = useRef<AbortController>();
  useEffect(() => () => control.current?.abort(), []);

  const address = addressOf(path, parameters, values).replace(/^\//, "");
  const headers: Record<string, string> = {
    ...(operation.requestBody ? { "Content-Type": examples[chosen]?.type ?? "application/json" } : {}),
    ...(wantsStream ? { Accept: "text/event-stream" } : {}),
    ...Object.fromEntries(
      parameters
        .filter((each) => each.in === "header" && values[each.name])
        .map((each) => [each.name, values[each.name]!]),
    ),
  };
  const asked: Asked = {
    method,
    url: new URL(address, document.baseURI.replace(/#.*/, "")).href,
    headers: { ...headers, ...(operation.security ? { Authorization: "Bearer TOKEN" } : {}) },
    ...(operation.requestBody ? { body } : {}),
  };

  const send = async (): Promise<void> => {
    control.current?.abort();
    const mine = (control.current = new AbortController());
    const start = performance.now();
    setFault("");
    setAnswer(undefined);
    try {
      const response = await ask(address, {
        method,
        headers,
        signal: mine.signal,
        ...(operation.requestBody ? { body } : {}),
      });
      const type = response.headers.get("Content-Type") ?? "";
      const made = (text: string, goesOn: boolean): Answer => ({
        status: response.status,
        ms: performance.now() - start,
        type,
        body: text.slice(-kMostShown),
        isOpen: goesOn,
      });
      if (type.startsWith("text/event-stream")) {
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
        let text = "";
        for (let part = await reader.read(); !part.done; part = await reader.read())
          setAnswer(made((text += part.value), true));
        setAnswer(made(text, false));
      } else {
        const text = await response.text();
        setAnswer(made(/json$|json;/.test(type) ? pretty(text) : text, false));
      }
    } catch (error) {
      if (isAbort(error)) setAnswer((last) => last && { ...last, isOpen: false });
      else setFault(messageOf(error));
    }
  };

  return (
    <form
      class="try"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {parameters.map((each) => (
        <label key={each.name} class="field">
          <span>
            {each.name} {each.required ? "" : t.optional}
          </span>
          <input
            value={values[each.name] ?? ""}
            required={each.required ?? false}
            spellcheck={false}
            onInput={(event) => setValues({ ...values, [each.name]: event.currentTarget.value })}
          />
          {each.description && <span class="hint">{each.description}</span>}
        </label>
      ))}
      {examples.length > 1 && (
        <Select
          label={t.example}
          value={String(chosen)}
          options={examples.map(({ name }, index) => [String(index), name])}
          onChange={(index) => {
            setChosen(Number(index));
            setBody(examples[Number(index)]!.body);
          }}
        />
      )}
      {operation.requestBody && (
        <label class="field wide">
          <span>{t.body(headers["Content-Type"]!)}</span>
          <textarea
            rows={Math.min(14, body.split("\n").length + 1)}
            spellcheck={false}
            value={body}
            onInput={(event) => setBody(event.currentTarget.value)}
          />
        </label>
      )}
      {hasStream && !onlyStream && (
        <label class="toggle">
          <input type="checkbox" checked={wantsStream} onChange={(event) => setStream(event.currentTarget.checked)} />
          <span>{t.stream}</span>
        </label>
      )}
      <div class="buttons">
        <button type="submit" class="primary">
          {t.send}
        </button>
        {answer?.isOpen && (
          <button type="button" onClick={() => control.current?.abort()}>
            {t.stop}
          </button>
        )}
      </div>
      {method !== "GET" && operation.security && <p class="hint">{t.changes}</p>}
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {answer && (
        <div class="answer" role="status">
          <p>
            <b class={answer.status < 400 ? "good" : "bad"} data-testid="status">
              {answer.status}
            </b>{" "}
            {answer.type} · {Math.round(answer.ms)} ms {answer.isOpen ? t.goesOn : ""}
          </p>
          <pre tabIndex={0} data-testid="answer">
            {answer.body}
          </pre>
        </div>
      )}
      <div class="snippets">
        <div class="tabs" role="group" aria-label={t.asProgram}>
          {kTongues.map(([id, name]) => (
            <button key={id} type="button" aria-pressed={tongue.value === id} onClick={() => (tongue.value = id)}>
              {name}
            </button>
          ))}
        </div>
        <pre tabIndex={0} data-testid="snippet">
          {snippet(tongue.value, asked)}
        </pre>
      </div>
    </form>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Schemas({ api, listed }: { api: OpenApi; listed: Listed }): JSX.Element {
  const t = words().api;
  const { operation } = listed;
  const sent = operation.requestBody?.content["application/json"]?.schema;
  return (
    <div class="schemas">
      {sent && <SchemaView api={api} schema={sent} title={t.request} />}
      <h2>{t.responses}</h2>
      {Object.entries(operation.responses ?? {}).map(([status, response]) => {
        const schema = Object.entries(response.content ?? {}).find(([type]) => type.includes("json"))?.[1].schema;
        return (
          <div key={status} class="response">
            <p>
              <code>{status}</code> {response.description}
            </p>
            {schema && Number(status) < 400 && <SchemaView api={api} schema={schema} title={t.answer} />}
          </div>
        );
      })}
    </div>
  );
}

function SchemaView({ api, schema, title }: { api: OpenApi; schema: Schema; title: string }): JSX.Element | null {
  const t = words().api;
  const fields = fieldsOf(api, schema);
  const { name } = resolved(api, schema);
  if (fields.length === 0) return null;
  return (
    <details class="schema" open={title === t.request}>
      <summary>
        {title}
        {name ? `: ${name}` : ""}
      </summary>
      <div class="table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.field}</th>
              <th scope="col">{t.type}</th>
              <th scope="col">{t.meaning}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.path}>
                <th scope="row">
                  <code>{field.path}</code>
                  {field.required ? <sup title={t.required}>*</sup> : ""}
                </th>
                <td>{field.type}</td>
                <td>{[field.description, field.limits].filter(Boolean).join("; ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
