const e=[{id:"",title:"From a neuron to NNUE",html:`<h1>From a neuron to NNUE</h1>
<p>Pages for people who program but have never seen a neural network. At the end you will know what the engine's evaluation computes, how its numbers are found, and why the code looks as it does. No library is used and nothing is left as &quot;the framework does that&quot;: every formula is derived, every claim is checked by a program that you can run and change.</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">Page</th><th scope="col">Question it answers</th><th scope="col">Program in <code>examples/learn/</code></th></tr></thead><tbody><tr><td><a href="#/learn/00-xor">00 A whole network in 150 lines</a></td><td>What does it look like when a network learns?</td><td><code>../xor.cpp</code></td></tr><tr><td><a href="#/learn/01-neuron">01 One neuron</a></td><td>What is a neuron, and what can't it do?</td><td><code>01_neuron.cpp</code></td></tr><tr><td><a href="#/learn/02-not-luck">02 Not luck</a></td><td>Why not try random weights and keep the best?</td><td><code>02_luck.cpp</code></td></tr><tr><td><a href="#/learn/03-layers">03 Layers and activations</a></td><td>What do several layers add?</td><td><code>03_layers.cpp</code></td></tr><tr><td><a href="#/learn/04-losses">04 Losses</a></td><td>What does &quot;good&quot; mean, as a number?</td><td><code>04_losses.cpp</code></td></tr><tr><td><a href="#/learn/05-backpropagation">05 Backpropagation</a></td><td>How does each weight learn its share of the error?</td><td><code>05_backpropagation.cpp</code></td></tr><tr><td><a href="#/learn/06-gradients">06 Gradients of 768→N→1</a></td><td>Every slope of a small chess network, derived</td><td><code>06_gradients.cpp</code></td></tr><tr><td><a href="#/learn/07-perspective-gradients">07 Gradients of 768→N×2→1</a></td><td>And when both sides share one matrix?</td><td><code>07_perspective_gradients.cpp</code></td></tr><tr><td><a href="#/learn/08-flat-arrays">08 Flat arrays</a></td><td>Why no classes <code>Neuron</code> and <code>Link</code>?</td><td><code>08_flat_arrays.cpp</code></td></tr><tr><td><a href="#/learn/09-sparse-inputs">09 Sparse inputs</a></td><td>Why is the textbook network too slow for search?</td><td><code>09_sparse_inputs.cpp</code></td></tr><tr><td><a href="#/learn/10-incremental-updates">10 Incremental updates</a></td><td>What does a move change?</td><td><code>10_incremental.cpp</code></td></tr><tr><td><a href="#/learn/11-quantisation">11 Quantization</a></td><td>How can 16 and 8 bits be enough?</td><td><code>11_quantisation.cpp</code></td></tr><tr><td><a href="#/learn/12-simd">12 SIMD</a></td><td>How does one instruction do the work of sixteen?</td><td><code>12_simd.cpp</code></td></tr><tr><td><a href="#/learn/13-descent">13 Descent</a></td><td>How long are the steps, and where do they begin?</td><td><code>tabia train xor</code></td></tr><tr><td><a href="#/learn/14-training-run">14 A training run</a></td><td>What do the curves of a real run say?</td><td><code>tabia train perspective-256</code></td></tr><tr><td><a href="#/learn/15-overfitting">15 Overfitting</a></td><td>Has it understood, or only memorized?</td><td><code>tabia train</code>, three amounts of data</td></tr><tr><td><a href="#/learn/16-data-quality">16 Data quality</a></td><td>What do faults in the data do to a network?</td><td><code>tabia data check</code></td></tr><tr><td><a href="#/learn/17-quantising">17 Quantizing</a></td><td>What does rounding cost a trained network?</td><td><code>tabia net quantize</code></td></tr><tr><td><a href="#/learn/18-report">18 The report</a></td><td>Which number should worry me?</td><td><code>tabia train --html</code></td></tr><tr><td><a href="#/learn/19-convolution">19 Convolution</a></td><td>How do all squares share one set of weights?</td><td><code>19_convolution.cpp</code></td></tr><tr><td><a href="#/learn/20-residual">20 Residual blocks</a></td><td>How do deep networks stay trainable?</td><td><code>20_residual.cpp</code></td></tr><tr><td><a href="#/learn/21-attention">21 Attention</a></td><td>How do distant squares talk to each other?</td><td><code>21_attention.cpp</code></td></tr></tbody></table></div>
<p>01 to 05 are about networks in general, 06 and 07 about training chess networks, 08 to 12 about running them fast, 13 to 18 about training one yourself, 19 to 21 about networks that see the board as a picture. If you only care why NNUE is fast, read 03 and skip to 08; to train one, read 04 and skip to 13.</p>
<p>Networks over planes (convolutions, residual blocks, attention) learn by the same descent: <code>tabia train cnn</code>, and Networks over planes for what differs.</p>
<h2>Running the programs</h2>
<p>Any C++20 compiler will do (they were run with g++ 12 and clang 14). One program:</p>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/01_neuron.cpp -o /tmp/neuron &amp;&amp; /tmp/neuron</code></pre>
<p>All of them, as tests:</p>
<pre tabindex="0"><code>cmake -S examples/learn -B build/learn &amp;&amp; cmake --build build/learn &amp;&amp; ctest --test-dir build/learn</code></pre>
<p>Each program ends with a line <code>checked: ...</code>, the fact that its page is about, and exits with 1 if the fact doesn't hold. Random numbers come from our own generator (<code>examples/learn/learn.h</code>), so you should see the numbers printed on the pages; the last digits of very small ones may differ with another compiler or math library. Times are never checked. Those on the pages were measured on two shared cores of an Intel Xeon (a virtual machine, g++ 12 with <code>-O2</code> unless a page says otherwise) while other work was running. <code>nanoseconds</code> in <code>learn.h</code> takes the best of many short rounds, which makes them repeatable within a few percent; on other machines even the ratios will differ.</p>
<h2>Notation</h2>
<ul><li><code>N</code> is the number of hidden neurons. Shapes are written next to arrays: <code>W 768 x N</code> has 768 rows of N numbers.</li><li>All arrays are flat and row by row: element (r, c) of an <code>R x C</code> array is at <code>r * C + c</code>.</li><li><code>z</code> is a sum before its activation, <code>a</code> the value after it, <code>y</code> the output of a network, <code>p</code> = sigmoid(y), <code>t</code> the target, <code>L</code> the loss.</li><li>&quot;Slope of L by w&quot; is the derivative: how much L changes for each unit that w changes, everything else kept. The list of the slopes by all parameters is the <em>gradient</em>. In code <code>dz</code> is the slope of L by <code>z</code>.</li><li>Squares count from a1 = 0 to h8 = 63, pieces go P N B R Q K.</li></ul>
<p>Pages 13 to 18 use Tabia's own commands instead of programs; every figure comes with the command that produced it. The data (<code>../shared/data/training</code>) are self-play games of Stockfish 15.1 at 700 nodes a move. Runs with the same version, data, recipe and one thread give the same digits; speeds differ.</p>`},{id:"00-xor",title:"00 A whole network in 150 lines",html:`<h1>00 A whole network in 150 lines</h1>
<p>Before any explanation: run one. <code>examples/xor.cpp</code> is a complete neural network in plain C++. It has layers of any size, learns from four examples, prints its loss, and can be saved and loaded.</p>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/xor.cpp -o /tmp/xor &amp;&amp; /tmp/xor</code></pre>
<pre tabindex="0"><code>round    0: loss 0.325702
round  500: loss 0.002245
round 1000: loss 0.000771
...
round 4000: loss 0.000142
0 xor 0 = 0.0112
0 xor 1 = 0.9915
1 xor 0 = 0.9844
1 xor 1 = 0.0113
saved and loaded: the same answers</code></pre>
<p>The <em>loss</em> is the mean squared error over the four examples: how wrong the network is. It starts at about what guessing 0.5 would give (0.25) and falls toward 0. Nobody told the program what XOR means. It has 17 numbers, random at first, and a rule that moves each of them a little in the direction that makes the loss smaller.</p>
<p>Where to look in the file, and which page explains it:</p>
<div class="table" tabindex="0"><table><tbody><tr><td><code>output()</code>: weighted sums through a sigmoid, layer by layer</td><td><a href="#/learn/01-neuron">01</a>, <a href="#/learn/03-layers">03</a></td></tr><tr><td>why trying at random would not do</td><td><a href="#/learn/02-not-luck">02</a></td></tr><tr><td><code>error * error</code>: the loss</td><td><a href="#/learn/04-losses">04</a></td></tr><tr><td><code>learn()</code>: from the last layer to the first, the share of each weight in the error</td><td><a href="#/learn/05-backpropagation">05</a></td></tr><tr><td><code>rate</code>, <code>momentum</code>, where the random numbers start</td><td><a href="#/learn/13-descent">13</a></td></tr></tbody></table></div>
<p><strong>What to try next.</strong> <code>/tmp/xor 8 8</code> has two hidden layers; <code>/tmp/xor 1</code> has one hidden neuron, which can't do it (the program ends with status 1). Tabia's own trainer does the same with <code>tabia train xor</code> (page 13).</p>`},{id:"01-neuron",title:"01 One neuron",html:`<h1>01 One neuron</h1>
<h2>The idea</h2>
<p>A neuron is a weighted vote. It has some inputs, a weight for each, and one more number, the <em>bias</em>. It multiplies each input by its weight, adds everything up with the bias, and says 1 (&quot;fires&quot;) if the sum is above zero.</p>
<pre tabindex="0"><code>z = w0 * x0 + w1 * x1 + b        inputs x 2, weights w 2, bias b 1
output = 1 if z &gt; 0, else 0</code></pre>
<p>A material count is such a sum: inputs are how many pawns, knights, ... each side has, the weights are 1, 3, ... and -1, -3, ...; the neuron fires if White is ahead. The point is that the weights need not be known. They can be found from examples.</p>
<h2>The mathematics</h2>
<p><strong>Learning.</strong> Show the neuron an example with the right answer <code>t</code> (0 or 1). If its answer <code>o</code> is right, change nothing. If not, move every weight by its input, in the direction that makes the sum less wrong:</p>
<pre tabindex="0"><code>w_i += (t - o) * x_i
b   += (t - o)</code></pre>
<p><code>t - o</code> is 1 if the neuron should have fired (the sum was too low), -1 if it should not have. For this example the sum changes by <code>(t - o) * (x0² + x1² + 1)</code>, always in the right direction. If <em>some</em> weights answer all examples rightly, this rule finds such weights after finitely many mistakes (the perceptron theorem, 1962).</p>
<p><strong>What one neuron can't do.</strong> The line <code>w0 x0 + w1 x1 + b = 0</code> cuts the plane in two; the neuron can only say on which side a point lies. XOR (1 if exactly one input is 1) needs</p>
<pre tabindex="0"><code>(0,0) -&gt; 0:   b            &lt;= 0       (1)
(1,0) -&gt; 1:   w0 + b        &gt; 0       (2)
(0,1) -&gt; 1:   w1 + b        &gt; 0       (3)
(1,1) -&gt; 0:   w0 + w1 + b  &lt;= 0       (4)</code></pre>
<p>Adding (2) and (3): <code>w0 + w1 + 2b &gt; 0</code>. Adding (1) and (4): <code>w0 + w1 + 2b &lt;= 0</code>. Both can't hold. So no weights do it, however long we train. Chess is full of such cases: a rook on the seventh rank is worth more <em>if</em> the enemy king is still on the eighth. That &quot;if&quot; is not a sum.</p>
<h2>The code</h2>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/01_neuron.cpp -o /tmp/neuron &amp;&amp; /tmp/neuron</code></pre>
<pre tabindex="0"><code>AND     5 rounds   w = ( 2,  1)  bias = -2   at best 4 of 4 right
OR      3 rounds   w = ( 1,  1)  bias =  0   at best 4 of 4 right
XOR  1000 rounds   w = (-1,  0)  bias =  1   at best 2 of 4 right
XOR  all 41 x 41 x 41 neurons tried: the best has 3 of 4 right
checked: one neuron learns AND and OR; no neuron does XOR</code></pre>
<p>AND and OR are learned in a few rounds over the four examples. On XOR the weights run in a circle. The last attempt doesn't learn at all: it tries 68,921 neurons, and the best gets three of four right.</p>
<h2>In the engine</h2>
<p>The output of every network is such a sum (without the threshold, because the engine wants to know <em>how much</em> better): <code>Network::direct_output</code> in <code>src/nn/network.cpp</code> ends with a dot product plus a bias. A network with <code>piece_square = true</code> in its spec, such as <code>models/mlp-768-skip.toml</code>, contains, in addition to its layers, a single neuron over all 768 inputs: a piece-square table.</p>
<h2>What to try next</h2>
<p>Give the neuron a third input <code>x0 * x1</code> and let it learn XOR. It works (which weights does it find?). The trouble is that someone had to know that this product is the useful input. Hidden layers (page 03) learn their own.</p>
<h2>Exercise</h2>
<p>How many of the 16 functions of two bits can one neuron compute? Change <code>main</code> to try all of them against all 68,921 neurons.</p>
<details><summary>Answer</summary>
<ol><li>All but XOR and its opposite (XNOR). &lt;/details&gt;</li></ol>`},{id:"02-not-luck",title:"02 Not luck",html:`<h1>02 Not luck</h1>
<h2>The idea</h2>
<p>A common picture of training: try random weights, keep the best, try again, until some are good; or, a little better, mutate the best ones and keep a mutation that helps. Both work on toys. Neither is how networks are trained, and this page measures why.</p>
<p>The alternative uses one more piece of information. A loss (page 04) says how wrong the network is. At any point in the space of weights it also has a <em>slope</em> for each weight: nudge this weight up a little, and the loss goes up or down by a certain amount. Luck throws this away. Gradient descent uses it: it moves <em>every</em> weight a little against its own slope, and repeats.</p>
<h2>The mathematics</h2>
<p>Let L(w) be the loss of weights <code>w</code> (n of them) and g the list of slopes, <code>g_i = dL/dw_i</code>. For small steps d</p>
<pre tabindex="0"><code>L(w + d) ≈ L(w) + sum over i of g_i * d_i</code></pre>
<p>Of all steps of a given length, the one that lowers this most is <code>d = -r * g</code> for some r &gt; 0 (the <em>learning rate</em>): then the change is <code>-r * sum g_i²</code>, which is never positive.</p>
<p><strong>A random step</strong> d of the same length has a random angle to -g. In n dimensions the part of a random direction that lies along any fixed one is about <code>1 / sqrt(n)</code>: nearly all of the step goes sideways, into directions that the loss doesn't want. With n = 768 it is 1/28 of the step, with a real network's 400,000 weights 1/630. Half of the random steps go up and are thrown away immediately. And the part that goes sideways costs: as the valley is curved, the step must be short enough that the sideways parts don't raise the loss more than the useful part lowers it. So the more weights, the shorter the steps and the more of them.</p>
<p><strong>Pure luck</strong> is worse still. If each weight had to be right within a tenth of its range, random weights would be right with probability 10^-n. At n = 17 that is hopeless for exact values (XOR has many solutions, which helps); at n = 768 there is nothing to discuss.</p>
<p><strong>The price of a gradient.</strong> Measured by nudging, n slopes need 2n looks at the loss, and the advantage shrinks again. Page 05 shows how to get all n slopes for about the price of two looks, whatever n is. That is the reason why networks can be large.</p>
<h2>The code</h2>
<p>Three strategies, the same number of looks at the loss for each. A gradient has its price: 34 looks if it is measured by nudging 17 weights, 2 if it is computed.</p>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/02_luck.cpp -o /tmp/luck &amp;&amp; /tmp/luck</code></pre>
<pre tabindex="0"><code>XOR         17 weights  34000 looks   luck   0.002398   mutation   0.000000   gradient   0.000293
material   768 weights   4000 looks   luck 455.806012   mutation  18.379744   gradient   0.041099
material: who always says 0 has a loss of 190.534000
checked: with equal looks the gradient beats luck, and by far where weights are many</code></pre>
<p>Read it honestly:</p>
<ul><li>On XOR with 17 weights, luck gets somewhere and mutation does <em>better</em> than descent with its expensive nudged gradient. Demonstrations on XOR prove nothing about training methods.</li><li>On 768 weights (learn the worth of each piece on each square from 500 boards), pure luck after 4,000 tries is worse than always answering 0. Mutation has removed nine tenths of the error. Descent with the same budget has a loss of 0.04: off by a fifth of a pawn.</li></ul>
<p>How many looks did each need to reach a given loss? (Mutation was given ten times as many for this; two lines of <code>printf</code> show it.)</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">loss below</th><th scope="col">mutation, looks</th><th scope="col">gradient, looks</th><th scope="col">ratio</th></tr></thead><tbody><tr><td>50</td><td>1,867</td><td>41</td><td>46</td></tr><tr><td>10</td><td>5,675</td><td>171</td><td>33</td></tr><tr><td>1</td><td>20,189</td><td>757</td><td>27</td></tr></tbody></table></div>
<p>A factor of 27 to 46, on a problem of 768 weights and one layer. A chess network has 400,000 weights and more, and is shown hundreds of millions of positions with the gradient; there is no room for a factor that grows with the number of weights.</p>
<h2>In the engine</h2>
<p>Random weights are used too, but for tests: <code>random_network</code> in <code>src/nn/random_network.cpp</code> fills any model spec, so that incremental updates and file formats can be tested without a trained network. <code>seed_network</code> in <code>src/eval/seed_network.cpp</code> is the other extreme, a network whose numbers were written by hand from piece-square values.</p>
<p>Mutation has its place too, when no slope exists. The search has parameters such as margins, whose &quot;loss&quot; is the result of games; those are tuned by random perturbation (SPSA), a few dozen parameters at a time.</p>
<h2>What to try next</h2>
<p>Give mutation ten times the looks (<code>kLooks</code> only for that call): it gets to 0.24, still behind. Then set the learning rate of the material descent to 5 instead of 0.5: steps that are too long jump over the valley and further up on the other side, and the loss grows until it is NaN.</p>
<h2>Exercise</h2>
<p>In <code>descent</code>, print the loss after 1, 10, 100, 1000 steps. Where does the time go: to find the rough values, or to polish them?</p>`},{id:"03-layers",title:"03 Layers and activations",html:`<h1>03 Layers and activations</h1>
<h2>The idea</h2>
<p>Put several neurons side by side, all with the same inputs: that is a <em>layer</em>. Let the outputs of one layer be the inputs of the next: that is a <em>network</em>. Between two layers each number goes through a small fixed function, the <em>activation</em>. Without it, layers are pointless; with it, two layers can do what no single neuron can.</p>
<h2>The mathematics</h2>
<p><strong>An affine layer</strong> with I inputs and O outputs has a matrix <code>W O x I</code> and a bias <code>b O</code>:</p>
<pre tabindex="0"><code>z_o = b_o + sum over i of W[o * I + i] * x_i            x I,  z O</code></pre>
<p>As flat arrays that is the whole of <code>affine</code> in the program: two loops.</p>
<p><strong>Two affine layers without activation are one.</strong> With first layer (W1, b1), <code>H x I</code>, and second (W2, b2), <code>O x H</code>:</p>
<pre tabindex="0"><code>z = W2 (W1 x + b1) + b2 = (W2 W1) x + (W2 b1 + b2)</code></pre>
<p>which is a single affine layer with matrix <code>W2 W1</code> (<code>O x I</code>) and bias <code>W2 b1 + b2</code>. Depth alone adds nothing.</p>
<p><strong>With an activation</strong> g in between, <code>z = W2 g(W1 x + b1) + b2</code>, the collapse fails, and XOR becomes possible. By hand, with <code>relu(x) = max(x, 0)</code>:</p>
<pre tabindex="0"><code>h0 = relu(x0 + x1)            0, 1, 1, 2   for (0,0) (0,1) (1,0) (1,1)
h1 = relu(x0 + x1 - 1)        0, 0, 0, 1
y  = h0 - 2 h1                0, 1, 1, 0</code></pre>
<p>The second hidden neuron is off until both inputs are on, then takes back what the first said too much. Hidden neurons are questions that the network asks about the input; the next layer votes on the answers.</p>
<p><strong>The activations of this project</strong>, with their slopes, which training needs:</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">name in specs</th><th scope="col">g(z)</th><th scope="col">slope g'(z)</th><th scope="col">used for</th></tr></thead><tbody><tr><td><code>linear</code></td><td>z</td><td>1</td><td>outputs</td></tr><tr><td><code>relu</code></td><td>max(z, 0)</td><td>1 if z &gt; 0, else 0</td><td>plain networks in floating point</td></tr><tr><td><code>crelu</code></td><td>clamp(z, 0, 1)</td><td>1 if 0 &lt; z &lt; 1, else 0</td><td>quantized networks: the range is known</td></tr><tr><td><code>screlu</code></td><td>clamp(z, 0, 1)²</td><td>2z if 0 &lt; z &lt; 1, else 0</td><td>the same, and products of inputs appear</td></tr><tr><td><code>sigmoid</code></td><td>1 / (1 + e^-z)</td><td>g (1 - g)</td><td>from evaluation to expected result</td></tr><tr><td><code>tanh</code></td><td>tanh z</td><td>1 - g²</td><td>outputs that must stay in -1..1</td></tr></tbody></table></div>
<p><em>Sigmoid's slope:</em> with g = (1 + e^-z)^-1, g' = e^-z (1 + e^-z)^-2 = g * e^-z / (1 + e^-z) = g (1 - g). <em>Tanh's slope:</em> tanh = s/c with s = sinh, c = cosh, s' = c, c' = s: (c² - s²)/c² = 1 - tanh².</p>
<p>At the kinks (0 and 1 of the clipped ones) there is no slope; one of the two neighbors is used, here 0. It doesn't matter: a real number hits the kink exactly almost never.</p>
<p>Why clipped? A number that stays in 0..1 fits a byte (page 11). Why squared? Below 1, <code>(u + v)²</code> contains the product <code>u * v</code>: &quot;this piece <em>and</em> that piece&quot; in a single neuron. There is also <code>pairwise</code>, the product of two different neurons, clamp(z_n) * clamp(z_{n+N/2}), which halves the width.</p>
<h2>The code</h2>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/03_layers.cpp -o /tmp/layers &amp;&amp; /tmp/layers</code></pre>
<pre tabindex="0"><code>5 -&gt; 7 -&gt; 3 without activation against one 5 -&gt; 3 layer: largest difference 1e-15
2 -&gt; 2 -&gt; 1 with relu, weights by hand:
  0 xor 0 = 0
  1 xor 0 = 1
  0 xor 1 = 1
  1 xor 1 = 0
x          -2.00   -0.50    0.25    0.50    0.75    2.00   slope error
linear   -2.0000 -0.5000  0.2500  0.5000  0.7500  2.0000         7e-12
relu      0.0000  0.0000  0.2500  0.5000  0.7500  2.0000         7e-12
crelu     0.0000  0.0000  0.2500  0.5000  0.7500  1.0000         5e-12
screlu    0.0000  0.0000  0.0625  0.2500  0.5625  1.0000         7e-12
sigmoid   0.1192  0.3775  0.5622  0.6225  0.6792  0.8808         1e-11
tanh     -0.9640 -0.4621  0.2449  0.4621  0.6351  0.9640         3e-11
checked: layers without activation collapse into one; with relu two layers do XOR; slopes are right</code></pre>
<p>&quot;Slope error&quot; is the largest difference between the formula in the table and a measurement, <code>(g(z+h) - g(z-h)) / 2h</code> with h = 0.00001.</p>
<h2>In the engine</h2>
<ul><li><code>enum class Activation</code> in <code>src/nn/spec.h</code> is this list; <code>activated</code> in <code>src/nn/network.cpp</code> computes it for networks in floating point.</li><li>The affine layer in floating point is the loop at the end of <code>Network::float_output</code> (<code>src/nn/network.cpp</code>): one <code>dot_f32</code> for each output. Its tensors are <code>layer&lt;k&gt;.weights</code>, <code>(heads * width) x inputs</code>, and <code>layer&lt;k&gt;.bias</code> (<code>tensors_of</code> in <code>src/nn/spec.cpp</code>).</li><li><code>models/mlp-769.toml</code> describes a network of three such layers in a few lines.</li></ul>
<h2>What to try next</h2>
<p>Replace relu in <code>hand_made_xor</code> by each of the other activations and look for weights that still give XOR. With crelu they are even simpler: clamp(x0 + x1) - clamp(x0 + x1 - 1). With linear there are none (why?).</p>
<h2>Exercise</h2>
<p>Find weights for XOR with a <em>single</em> hidden neuron with screlu and a skip connection from the inputs to the output (as <code>piece_square = true</code> gives).</p>
<details><summary>Answer</summary>
<p>h = screlu((x0 + x1) / 2), which is 0, 1/4, 1/4, 1. We want y = u (x0 + x1) + v h with u + v/4 = 1 and 2u + v = 0, so v = -2u, u/2 = 1: u = 2, v = -4. y = 2 (x0 + x1) - 4 h gives 0, 1, 1, 0.</p>
</details>`},{id:"04-losses",title:"04 Losses",html:`<h1>04 Losses</h1>
<h2>The idea</h2>
<p>Training needs one number that says how wrong the network is on an example: the <em>loss</em>. Descent makes its average small, so the network becomes what the loss asks for, no more and no less. Choosing it is choosing what to learn.</p>
<h2>The mathematics</h2>
<p><strong>Mean squared error.</strong> With output y and target t: <code>L = (y - t)²</code>. Its slope by y is <code>2 (y - t)</code>: far off means a strong pull. Ask what single answer y is best for many targets t_1 ... t_m: the slope of the sum, <code>sum 2 (y - t_k)</code>, is 0 at</p>
<pre tabindex="0"><code>y = (t_1 + ... + t_m) / m</code></pre>
<p>the <em>mean</em>. The absolute error <code>|y - t|</code> has slope +1 or -1, which balances when as many targets lie above as below: the <em>median</em>. For chess this decides: positions with four wins, three draws and three losses should be worth 0.55 points (the mean), not &quot;a draw&quot; (the median).</p>
<p><strong>Why through a sigmoid.</strong> Being wrong by 100 units at 0.00 is the difference between balanced and better. Being wrong by 1000 units at +20 is nothing: both are won. Squared error in evaluation units would spend all effort on the second. So compare <em>expected results</em>:</p>
<pre tabindex="0"><code>p = sigmoid(y) = 1 / (1 + e^-y)           y: the output; y = 1.0 is \`eval_scale\` units, here 400
L = (p - t)²                              t in 0..1</code></pre>
<p>The target t is the result of the game (1, 0.5, 0), or a deeper search's score through the same sigmoid <code>sigmoid(score / 400)</code>, or a mixture of both.</p>
<p><strong>Slopes by y.</strong> By the chain rule, <code>dL/dy = dL/dp * dp/dy</code>, and <code>dp/dy = p (1 - p)</code> (page 03):</p>
<pre tabindex="0"><code>squared        L = (p - t)²                        dL/dy = 2 (p - t) p (1 - p)
power          L = |p - t|^q                       dL/dy = q |p - t|^(q-1) sign(p - t) p (1 - p)
cross-entropy  L = -t log p - (1 - t) log(1 - p)   dL/dy = p - t</code></pre>
<p>The last one: <code>dL/dp = -t/p + (1-t)/(1-p) = (p - t) / (p (1 - p))</code>, and the factor p (1 - p) cancels. That is the practical difference: where the network is sure and wrong (p near 1, t = 0), the squared loss has almost no slope left (the curve is flat there), cross-entropy pulls with full strength. Chess trainers mostly use the square or a power near 2.5: one blunder in the data should not pull that hard.</p>
<p><code>dL/dy</code> is all that the following pages need of the loss. Everything behind it, the network, doesn't know which loss it was.</p>
<h2>The code</h2>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/04_losses.cpp -o /tmp/losses &amp;&amp; /tmp/losses</code></pre>
<pre tabindex="0"><code>evaluation    said   truth   error^2 in units   error^2 in winning chance
                 0     100              10000                    0.003866
               900    1000              10000                    0.000380
               100    -100              40000                    0.015464
              2000    3000            1000000                    0.000038
(p-t)^2        slope at y = 0, 1, 3 for t = 0: 0.2500 0.2875 0.0861   against measured: 2e-11
|p-t|^2.5      slope at y = 0, 1, 3 for t = 0: 0.2210 0.3072 0.1050   against measured: 2e-11
cross-entropy  slope at y = 0, 1, 3 for t = 0: 0.5000 0.7311 0.9526   against measured: 3e-10
4 wins, 3 draws, 3 losses: best answer by square 0.550, by cross-entropy 0.550, by distance 0.500
checked: the written slopes are right; square and cross-entropy learn the mean result</code></pre>
<p>First table: the same miss of 100 units counts ten times more near 0 than near 1000, and confusing 2000 with 3000 hardly counts. In units it would have weighed a hundred times as much as the first line. Then the slopes: at y = 3, t = 0 (sure of a win that was a loss) cross-entropy pulls eleven times as hard as the square.</p>
<h2>In the engine</h2>
<p><code>eval_scale</code> in <code>OutputSpec</code> (<code>src/nn/spec.h</code>) is the 400: evaluation units of an output of 1.0. <code>Network::scaled</code> in <code>src/nn/network.cpp</code> multiplies by it. The engine itself never computes a sigmoid to play: a larger sum is better, with or without it. <code>WinModel</code> (<code>src/eval/win_model.h</code>) turns scores into chances to win, draw and lose where people read them.</p>
<h2>What to try next</h2>
<p>Change <code>kScale</code> to 200 and look at the first table again. The scale says how quickly advantages count as decided.</p>
<h2>Exercise</h2>
<p>Derive <code>dL/dy</code> for the loss of Stockfish's trainer: <code>q = (sigmoid(s - d) - sigmoid(-s - d) + 1) / 2</code> with s the output in some scale and d a constant, and L = |q - t|^2.5. Check it by nudging.</p>
<details><summary>Answer</summary>
<p>With A = sigmoid(s - d), B = sigmoid(-s - d): dA/ds = A (1 - A), dB/ds = -B (1 - B), so dq/ds = (A (1 - A) + B (1 - B)) / 2 and dL/ds = 2.5 |q - t|^1.5 sign(q - t) (A (1 - A) + B (1 - B)) / 2.</p>
</details>`},{id:"05-backpropagation",title:"05 Backpropagation",html:`<h1>05 Backpropagation</h1>
<h2>The idea</h2>
<p>We want the slope of the loss by every weight. Nudging costs two looks a weight. But the weights are not independent riddles: a hidden neuron influences the loss only through its output. Once the slope of the loss by that output is known, the slopes of all weights into the neuron follow by one multiplication each. So go backwards through the network, from the loss to the inputs, and keep one slope for each intermediate number. That costs about as much as the way forward, once more for the slopes by numbers and once for those by weights.</p>
<h2>The mathematics</h2>
<p><strong>The chain rule, twice.</strong> If L depends on z and z on w, then <code>dL/dw = dL/dz * dz/dw</code>. If w influences L through several numbers z_1 ... z_m, the contributions add: <code>dL/dw = sum over k of dL/dz_k * dz_k/dw</code>. Nothing else is used on this page or the next two.</p>
<p><strong>The network</strong> 2 → H → 1 with tanh inside and sigmoid at the end, for an example (x, t):</p>
<pre tabindex="0"><code>z_n = b_n + sum over i of W[n * 2 + i] * x_i      W H x 2, b H, z H
a_n = tanh(z_n)                                   a H
y   = c + sum over n of v_n * a_n                 v H, c 1, y 1
p   = sigmoid(y)
L   = (p - t)²</code></pre>
<p><strong>Backwards</strong>, one line of the forward pass after another, from the last to the first:</p>
<pre tabindex="0"><code>L by p:     2 (p - t)
L by y:     dy    = 2 (p - t) * p (1 - p)                     p = sigmoid(y)
L by c:     dc    = dy * 1                                    y = c + ...
L by v_n:   dv_n  = dy * a_n                                  y = ... + v_n a_n
L by a_n:   da_n  = dy * v_n                                  the same term, seen from a_n
L by z_n:   dz_n  = da_n * (1 - a_n²)                         a_n = tanh(z_n)
L by b_n:   db_n  = dz_n * 1                                  z_n = b_n + ...
L by W_ni:  dW_ni = dz_n * x_i                                z_n = ... + W_ni x_i</code></pre>
<p>Shapes: every slope has the shape of the number it belongs to: dW is <code>H x 2</code> like W, dz is <code>H</code> like z. The pattern repeats in any network: <em>the slope by a weight is the slope at its output end times the value at its input end.</em> The forward pass must therefore remember its values (here a and p).</p>
<p><strong>Several examples.</strong> The loss of a batch is the mean over its examples, so the slopes are the means of the examples' slopes: each is divided by the batch size and <em>added</em> to the same array.</p>
<p><strong>The cost.</strong> Forward: H * 2 + H multiplications. Backward: H * 2 (dW) + H (dv) + H (da) + a few for the activations: one product for each weight, and one more for each weight whose input is a hidden value. Nudging takes 2 * 17 forward passes for 17 weights, and would take 800,000 for 400,000 weights.</p>
<p><strong>The step.</strong> <code>w -= rate * dL/dw</code> for every parameter.</p>
<h2>The code</h2>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/05_backpropagation.cpp -o /tmp/back &amp;&amp; /tmp/back</code></pre>
<pre tabindex="0"><code>17 parameters; largest difference between slope as derived and as measured: 5e-12
step    0   loss 0.253031
step  500   loss 0.000692
step 1000   loss 0.000293
step 1500   loss 0.000181
step 2000   loss 0.000130
step 2500   loss 0.000100
step 3000   loss 0.000082
step 3500   loss 0.000068
step 4000   loss 0.000059
0 xor 0: 0.005
0 xor 1: 0.992
1 xor 0: 0.992
1 xor 1: 0.009
checked: the derived slopes are those measured, and descending them learns XOR</code></pre>
<p>All parameters lie in one flat array (<code>Numbers</code>), with constants <code>kW, kB, kV, kC</code> for where each part begins. The gradient is an array of the same type, so a step is a single loop. Page 08 is about why.</p>
<p>Before training, each slope is compared with the measured one: <code>(L(w+h) - L(w-h)) / 2h</code>. Do this whenever you write a backward pass. A wrong gradient often still trains, only badly, and the loss curve won't tell you why.</p>
<h2>In the engine</h2>
<p>The engine plays; it has no backward pass. The trainer has one: the same few lines for every layer type in plain loops (<code>src/train/reference.h</code>), the fast version for thousands of positions at a time (<code>src/train/gradient.cpp</code>), and this check as a test (<code>tests/train/finite_difference_test.cpp</code>). The forward pass in floating point is <code>Network::float_output</code> in <code>src/nn/network.cpp</code>. All of them share one list of tensors, <code>tensors_of</code> in <code>src/nn/spec.cpp</code>: the order and shape of all parameters in one place, as <code>kW, kB, kV, kC</code> are here.</p>
<h2>What to try next</h2>
<p>Other seeds in <code>main</code>: of the seeds 1 to 200, all learn XOR. Then use <code>relu</code> instead of tanh (slope 1 where the value is above 0): 60 of the 200 end at a loss of 0.125, 0.167 or 0.25. Descent finds <em>a</em> valley, not the deepest one, and a relu neuron that is off for all examples gets no slope and never comes back. Wider layers make that harmless.</p>
<h2>Exercise</h2>
<p>Start with all weights 0. What happens, and why?</p>
<details><summary>Answer</summary>
<p>v = 0 makes every da_n = dy * v_n = 0, so W and b get no slope. a = tanh(0) = 0 makes dv = 0. Only c moves, and it is balanced already (two targets 0, two targets 1). The loss stays at 0.25. With equal weights other than 0, all hidden neurons stay equal forever and count as one: random initial weights are there to break the tie.</p>
</details>`},{id:"06-gradients",title:"06 The gradients of 768→N→1",html:`<h1>06 The gradients of 768→N→1</h1>
<h2>The idea</h2>
<p>The smallest chess network: 768 inputs (2 colors x 6 kinds of pieces x 64 squares), N hidden neurons, one output. This page derives the slope of the loss by each of its <code>768 N + N + N + 1</code> parameters; the program then checks every single one.</p>
<h2>The mathematics</h2>
<p><strong>Shapes.</strong> For one position:</p>
<pre tabindex="0"><code>x  768        1 where a piece of that kind stands on that square, else 0
W  768 x N    W[f * N + n]: row f is what input f gives to the hidden neurons
b  N
z  N          sums of the hidden layer
a  N          activations
v  N          output weights
c  1          output bias
y  1</code></pre>
<p>Note the layout: a row for each <em>input</em>, not for each neuron as on page 03. Page 09 shows why.</p>
<p><strong>Forward.</strong></p>
<pre tabindex="0"><code>z_n = b_n + sum over f of x_f * W[f * N + n]                                     (1)
a_n = g(z_n)           crelu: clamp(z, 0, 1)     screlu: clamp(z, 0, 1)²         (2)
y   = c + sum over n of v_n * a_n                                                (3)
p   = sigmoid(y)                                                                 (4)
L   = (p - t)²                                                                   (5)</code></pre>
<p>Since x_f is 0 or 1, (1) is a sum over the <em>active</em> inputs A = { f : x_f = 1 }, at most 32 of them:</p>
<pre tabindex="0"><code>z_n = b_n + sum over f in A of W[f * N + n]                                      (1')</code></pre>
<p><strong>Backward</strong>, from (5) to (1).</p>
<p><em>Output.</em> From (5), <code>dL/dp = 2 (p - t)</code>; from (4), <code>dp/dy = p (1 - p)</code>:</p>
<pre tabindex="0"><code>δ := dL/dy = 2 (p - t) p (1 - p)                                   1 number</code></pre>
<p><em>Output bias.</em> From (3), dy/dc = 1:</p>
<pre tabindex="0"><code>dL/dc = δ                                                          1 number</code></pre>
<p><em>Output weights.</em> From (3), dy/dv_n = a_n:</p>
<pre tabindex="0"><code>dL/dv_n = δ a_n                                                    N numbers</code></pre>
<p><em>Activations.</em> From (3), dy/da_n = v_n: <code>dL/da_n = δ v_n</code>.</p>
<p><em>Hidden sums.</em> From (2), <code>da_n/dz_n = g'(z_n)</code>:</p>
<pre tabindex="0"><code>ε_n := dL/dz_n = δ v_n g'(z_n)                                     N numbers</code></pre>
<p>with, by differentiating clamp piece by piece,</p>
<pre tabindex="0"><code>crelu:   g'(z) = 1    if 0 &lt; z &lt; 1,   else 0
screlu:  g'(z) = 2 z  if 0 &lt; z &lt; 1,   else 0</code></pre>
<p><em>Hidden bias.</em> From (1), dz_n/db_n = 1, and b_n appears in no other sum:</p>
<pre tabindex="0"><code>dL/db_n = ε_n                                                      N numbers</code></pre>
<p><em>Hidden weights.</em> W[f * N + n] appears in z_n only, and dz_n/dW[f * N + n] = x_f:</p>
<pre tabindex="0"><code>dL/dW[f * N + n] = ε_n x_f = ε_n if f in A, else 0                 768 N numbers</code></pre>
<p>That is all. For a batch of m positions every slope is the mean over them: divide δ by m and add up.</p>
<p><strong>What the last line says.</strong></p>
<ul><li>The slope of row f is the <em>same</em> vector ε for every active f. The pieces of a position all get the same correction; they learn to differ only because they occur in different positions.</li><li>A row whose input is off gets exactly 0. A position touches at most 32 of 768 rows. Trainers use this: the backward pass of the large matrix costs 32 N additions and no multiplication.</li><li>A neuron with z ≤ 0 or z ≥ 1 gets ε = 0: its bias and its column of W don't learn from this position. A neuron that is off in <em>all</em> positions is dead: no slope will ever wake it. So initial biases are chosen such that most sums land between 0 and 1.</li></ul>
<h2>The code</h2>
<p>N = 8, a batch of 16 random boards, target = sigmoid of White's material / 4. <code>gradient</code> is the derivation above, line by line; <code>checked</code> nudges each of the 6,161 parameters in both directions.</p>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/06_gradients.cpp -o /tmp/g &amp;&amp; /tmp/g</code></pre>
<pre tabindex="0"><code>crelu   6161 slopes, 5242 of them 0; largest 0.1054; derived against measured: 3e-12 (nearest kink 4e-03)
        500 steps down: loss 0.16751 -&gt; 0.00076
screlu  6161 slopes, 5242 of them 0; largest 0.0985; derived against measured: 3e-12 (nearest kink 4e-03)
        500 steps down: loss 0.14904 -&gt; 0.00075
checked: every slope of 768 -&gt; N -&gt; 1 is the one derived</code></pre>
<p>Derived and measured slopes agree to 11 decimals. The measurement itself has an error (about h² and rounding), and would be plainly wrong if a nudge carried a sum across a kink; the program prints the distance to the nearest one. 5,242 slopes are exactly 0: rows of inputs that never occur in the batch, and saturated neurons.</p>
<h2>In the engine</h2>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">here</th><th scope="col">there</th></tr></thead><tbody><tr><td>inputs</td><td><code>FeatureSet::planes</code> and <code>index</code> in <code>src/nn/features.h</code>, <code>.cpp</code>: piece order and square numbering are data</td></tr><tr><td>W, b</td><td>tensors <code>accumulator.weights</code> (<code>inputs x width</code>) and <code>accumulator.bias</code>, <code>tensors_of</code> in <code>src/nn/spec.cpp</code></td></tr><tr><td>(1')</td><td>kernel <code>add_rows_f32</code>, <code>src/kernels/scalar.cpp</code></td></tr><tr><td>(2), (3)</td><td><code>Network::float_output</code>, <code>src/nn/network.cpp</code></td></tr><tr><td>shapes of such networks</td><td><code>models/mlp-768-256.toml</code>, <code>models/mlp-769.toml</code></td></tr></tbody></table></div>
<h2>What to try next</h2>
<p>Break one line of <code>gradient</code> (forget <code>g.slope</code>, or divide by the batch size twice) and run: the check fails, while the 500 steps may still lower the loss. Then set N to 64.</p>
<h2>Exercise</h2>
<p>Derive the slopes for one more hidden layer, 768 → N → M → 1 with <code>U M x N</code>, <code>d M</code> between. Which of the formulas above change?</p>
<details><summary>Answer</summary>
<p>With s_m = d_m + sum_n U[m * N + n] a_n, r_m = g(s_m), y = c + sum_m v_m r_m: dL/dv_m = δ r_m; η_m := dL/ds_m = δ v_m g'(s_m); dL/dd_m = η_m; dL/dU[m * N + n] = η_m a_n; dL/da_n = sum over m of η_m U[m * N + n] (a_n now influences L through M sums, so contributions add); ε_n = dL/da_n * g'(z_n). The formulas for b and W in terms of ε don't change.</p>
</details>`},{id:"07-perspective-gradients",title:"07 The gradients of 768→N×2→1",html:`<h1>07 The gradients of 768→N×2→1</h1>
<h2>The idea</h2>
<p>Chess is the same game for both sides. A network that sees the board &quot;as White&quot; must learn everything twice: that a white pawn on a7 is good for White, and that a black pawn on a2 is good for Black. A <em>perspective network</em> looks at the board twice, once as each side sees it (own pieces first, own side at the bottom), through <strong>one and the same matrix</strong>, and puts the two results side by side: the side to move's first.</p>
<p>One matrix, used twice: then each of its weights influences the loss by two ways, and its slope is the sum of both. Most descriptions stop before this point. Here it is in full.</p>
<h2>The mathematics</h2>
<p><strong>Inputs.</strong> For perspective s (0 White, 1 Black), a piece of color k and kind κ on square q is the input</p>
<pre tabindex="0"><code>f = 384 * (k ≠ s) + 64 κ + (q XOR (56 if s is Black, else 0))</code></pre>
<p>The XOR with 56 turns ranks around. So White's pawn on a2, seen by White, and Black's pawn on a7, seen by Black, are the same input 8. In the starting position the two lists of active inputs are identical.</p>
<p>Let U be the side to move, T the other; <code>A_0</code> the active inputs as U sees them, <code>A_1</code> as T sees them. Each has one entry for each piece.</p>
<p><strong>Shapes.</strong></p>
<pre tabindex="0"><code>W  768 x N      shared by both halves
b  N            shared by both halves
z  2 x N        z[h][n], h = 0: side to move, h = 1: the other
a  2 x N
v  2 x N        v[h * N + n]: not shared. &quot;I attack&quot; and &quot;I am attacked&quot; have different worth
c  1</code></pre>
<p><strong>Forward.</strong></p>
<pre tabindex="0"><code>z[0][n] = b_n + sum over f in A_0 of W[f * N + n]                                (1)
z[1][n] = b_n + sum over f in A_1 of W[f * N + n]                                (2)
a[h][n] = g(z[h][n])                                                             (3)
y = c + sum over n of v[n] a[0][n] + sum over n of v[N + n] a[1][n]              (4)
L = (sigmoid(y) - t)²          t: expected result of the side to move            (5)</code></pre>
<p><strong>Backward.</strong> As on page 06 down to the sums; the output layer has 2N inputs now:</p>
<pre tabindex="0"><code>δ         = dL/dy          = 2 (p - t) p (1 - p)                     1
dL/dc     = δ                                                        1
dL/dv[h * N + n]           = δ a[h][n]                               2 x N
ε[h][n]  := dL/dz[h][n]    = δ v[h * N + n] g'(z[h][n])              2 x N</code></pre>
<p>ε[0] and ε[1] differ: other output weights, other sums.</p>
<p><em>Hidden bias.</em> b_n appears in z[0][n] (1) <strong>and</strong> in z[1][n] (2). By the chain rule for several ways,</p>
<pre tabindex="0"><code>dL/db_n = dL/dz[0][n] * dz[0][n]/db_n + dL/dz[1][n] * dz[1][n]/db_n
        = ε[0][n] + ε[1][n]                                          N</code></pre>
<p><em>Hidden weights.</em> W[f * N + n] appears in z[0][n] if f in A_0, and in z[1][n] if f in A_1:</p>
<pre tabindex="0"><code>dL/dW[f * N + n] = ε[0][n] * (1 if f in A_0, else 0)
                 + ε[1][n] * (1 if f in A_1, else 0)                 768 x N</code></pre>
<p>Four cases for a row: active in neither view: slope 0. In U's view only: ε[0]. In T's view only: ε[1]. In both (such as input 8 with pawns on a2 and a7): ε[0] + ε[1].</p>
<p><strong>In code</strong> this means <code>+=</code> and never <code>=</code>: go through A_0 adding ε[0] to its rows, through A_1 adding ε[1] to its rows. With several threads each needs its own copy of the slopes, or rows must be owned by one thread, because the same row is written by many.</p>
<p><strong>Pairwise networks</strong> (<code>activation = &quot;pairwise&quot;</code>): a[h][n] = C(z[h][n]) * C(z[h][n + N/2]) for n &lt; N/2, with C the clamp and C' its slope (1 inside, 0 outside). The output has N/2 weights a half, and with ω = v[h * N/2 + n]</p>
<pre tabindex="0"><code>ε[h][n]       = δ ω C'(z[h][n])       * C(z[h][n + N/2])
ε[h][n + N/2] = δ ω C'(z[h][n + N/2]) * C(z[h][n])</code></pre>
<p>by the product rule. The formulas for b and W in terms of ε stay as they are.</p>
<p><strong>Output buckets</strong> (several heads, one chosen by the number of pieces): only the chosen head's v and c get a slope; the others 0. W and b get theirs through the chosen head.</p>
<h2>The code</h2>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/07_perspective_gradients.cpp -o /tmp/g &amp;&amp; /tmp/g</code></pre>
<pre tabindex="0"><code>crelu   6169 slopes; derived against measured: 3e-12 (nearest kink 2e-03)
        156 numbers of W and b get slope from both halves; with one half forgotten the error is 0.0214
        500 steps down: loss 0.16055 -&gt; 0.00045
screlu  6169 slopes; derived against measured: 8e-12 (nearest kink 2e-03)
        156 numbers of W and b get slope from both halves; with one half forgotten the error is 0.0301
        500 steps down: loss 0.17387 -&gt; 0.00041
checked: every slope of 768 -&gt; N x 2 -&gt; 1 is the sum over both perspectives, as derived</code></pre>
<p>The program also computes each half's contribution alone. Their sum is the gradient; with the other side's half forgotten, the largest error is some thousand million times that of the right formula. Such a network still trains: with the wrong gradient, the same 500 steps bring the loss to 0.00124 instead of 0.00045 (crelu), to 0.00074 instead of 0.00041 (screlu). The loss falls nicely, so only the check notices.</p>
<h2>In the engine</h2>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">here</th><th scope="col">there</th></tr></thead><tbody><tr><td><code>input_of</code> in <code>examples/learn/learn.h</code></td><td><code>FeatureSet::king_buckets</code> and <code>index</code>, <code>src/nn/features.cpp</code>, <code>.h</code>; one bucket, not mirrored</td></tr><tr><td>the two views</td><td>test <code>Features.TheTwoPerspectivesOfAPositionAreThoseOfTheColourFlippedOneSwapped</code>, <code>tests/nn/features_test.cpp</code></td></tr><tr><td>(1), (2)</td><td><code>Network::fresh_output</code>, <code>src/nn/network.cpp</code>: one call of <code>add_rows</code> for each color</td></tr><tr><td>(3), (4)</td><td><code>Network::direct_output</code>: <code>side_to_move</code> first, then the other</td></tr><tr><td>shapes</td><td><code>models/perspective-256.toml</code></td></tr></tbody></table></div>
<p>With king buckets (<code>models/perspective-mirrored-768.toml</code>) the row index also depends on the own king's square; rows are more, the formulas the same.</p>
<h2>What to try next</h2>
<p>Print, for one position, how many rows are active in both views, and see how that number falls as a game goes on. Then make the batch 4 and N 32 and watch it memorize.</p>
<h2>Exercise</h2>
<p>Add <code>pairwise</code> to the program by the formulas above and let the check judge.</p>
<details><summary>Hint</summary>
<p>Only <code>output</code> and the part of <code>gradient</code> between <code>dy</code> and <code>slope[kB + n]</code> change, and kV becomes N/2 numbers for each half.</p>
</details>`},{id:"08-flat-arrays",title:"08 Flat arrays, not a graph of objects",html:`<h1>08 Flat arrays, not a graph of objects</h1>
<h2>The idea</h2>
<p>The word &quot;network&quot; invites classes: a <code>Neuron</code> with a list of <code>Link</code>s to other neurons, and a method <code>fire()</code>. It is a faithful drawing, and slow. A layer is a matrix; stored as one flat array it is smaller, and the compiler and the processor can see what is going on.</p>
<h2>The mathematics</h2>
<p>There is none that is new: <code>z_o = b_o + sum over i of W_oi x_i</code> in any form. What differs is memory and order.</p>
<p><strong>Memory.</strong> A link needs a pointer (8 bytes) and a weight (4), padded to 16. In a flat array the weight is its 4 bytes; <em>where</em> it belongs follows from its place, <code>W[o * I + i]</code>. Four times less memory to read, and it is read in one straight line, which processors fetch ahead. A pointer leads anywhere.</p>
<p><strong>Order.</strong> Two loops over the same array can be nested in two ways:</p>
<pre tabindex="0"><code>by rows:      for each output o:  for each input i:   sum_o += W[o * I + i] * x_i
by columns:   for each input i:   for each output o:  sum_o += W'[i * O + o] * x_i       W' I x O</code></pre>
<p>By rows, each addition waits for the one before it: a chain of I additions, two to four processor cycles each. By columns, the inner loop runs over <em>different</em> sums. They don't wait for each other, and since <code>W'[i * O + o]</code> lies in memory one after the other, four (or eight, or sixteen) are done by one instruction (page 12). For each single output the additions still happen in the same order, so the result is the same to the last bit.</p>
<h2>The code</h2>
<p>768 → 128 → 32 → 1, all three ways. To be fair the objects don't recurse and use no virtual function; they are only allocated one by one, in random order.</p>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/08_flat_arrays.cpp -o /tmp/flat &amp;&amp; /tmp/flat</code></pre>
<pre tabindex="0"><code>768 -&gt; 128 -&gt; 32 -&gt; 1, 100 inputs: largest difference of the three 0
bytes of a weight: 16 as a link, 4 in a flat array
objects 73709 ns, flat by rows 63889 ns (1.2 x), flat by columns 13066 ns (5.6 x)
checked: objects and flat arrays compute the same</code></pre>
<p>The instructive number is the one in the middle. Flat arrays by rows are hardly faster than objects here: the chain of additions is the bottleneck for both, and the network is small enough for the cache. (102,432 products a pass, each waiting for the one before: 0.6 ns each.) The gain comes from what flatness <em>allows</em>: turning the loops around so that sums become independent. Objects can't be turned around.</p>
<p>&quot;Same result&quot; was checked with 100 inputs; the difference is 0 because the order of additions in each sum is the same. Summing in another order would differ in the last digits (page 12).</p>
<h2>More reasons</h2>
<ul><li><strong>A parameter is a number with an index.</strong> The gradient is an array of the same length; the optimizer's memory two more; saving is one <code>write</code>. On pages 05 to 07 a step of descent was one loop, whatever the shape of the network.</li><li><strong>Shape is data.</strong> One program runs any network: the widths are numbers read from a file, not types.</li><li><strong>Copies are cheap and exact.</strong> A network is a few blocks of memory, aligned as the kernels want them.</li></ul>
<h2>In the engine</h2>
<p><code>Tensor</code> in <code>src/nn/tensor.h</code> is a flat, aligned block with a <code>TensorSpec</code> (name, rows, columns, storage, scale); <code>tensors_of</code> in <code>src/nn/spec.cpp</code> lists those of a network. <code>AlignedBuffer</code> aligns to 64 bytes and asks for huge pages. The order for the processor is made once when a network is loaded: <code>Network::pack_layers</code> calls <code>pack_dense</code> (<code>src/kernels/scalar.cpp</code>), which puts the weights of four inputs for all outputs side by side: a mixture of rows and columns that fits an instruction which multiplies four bytes at a time.</p>
<h2>What to try next</h2>
<p>Compile with <code>-O3 -march=native</code>. Here the columns went from 13,066 to 5,029 ns: they can use wider registers. Objects and rows became <em>slower</em> (130,681 and 99,189 ns): multiplication and addition are now one fused instruction, which takes longer than an addition alone, and the chain waits for it each time. Then make the network ten times wider: the objects no longer fit the cache.</p>
<h2>Exercise</h2>
<p>Write <code>by_rows</code> with four partial sums (i = 0, 4, 8 ..., i = 1, 5, 9 ..., and so on), added at the end. How fast is it, and is the result still bit for bit the same?</p>
<details><summary>Answer</summary>
<p>Four times as fast as one sum, about as fast as by columns: four chains run at once, in one register. The result differs in the last digits (by up to 2e-7 here), since the order of additions is different. That is why the kernels <em>define</em> the order (page 12).</p>
</details>`},{id:"09-sparse-inputs",title:"09 Sparse inputs: why the textbook network is too slow",html:`<h1>09 Sparse inputs: why the textbook network is too slow</h1>
<h2>The idea</h2>
<p>A search looks at millions of positions for one move and evaluates a large part of them. At a million evaluations a second, one may cost a microsecond. The textbook network, a vector of 768 numbers times a matrix, doesn't fit. But of those 768 numbers at most 32 are not 0, and those are 1. So the product with the matrix is the sum of at most 32 of its rows.</p>
<h2>The mathematics</h2>
<p>With A the active inputs (page 06), W <code>768 x N</code>:</p>
<pre tabindex="0"><code>dense:    z_n = b_n + sum over all f of x_f W[f * N + n]         768 N products, 768 N additions
sparse:   z_n = b_n + sum over f in A of W[f * N + n]            no product, |A| N additions</code></pre>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">A</th><th scope="col">is the number of pieces: 32 at the start of a game, fewer later. At least 24 times less work, exactly the same</th></tr></thead><tbody></tbody></table></div>
<p>sum. It is also 24 times less memory to read, which counts as much: W with N = 256 in floats is 768 KiB, more than a processor's first-level cache.</p>
<p>The layout matters. Each active input needs <em>its row in one piece</em>, N numbers side by side. That is why W is stored with a row for each input, not for each neuron.</p>
<p><strong>What remains.</strong> Only the first layer has this gift: its inputs are 0 or 1 and mostly 0. After it, numbers are real. So make the first layer wide and everything after it small: that is the shape of every NNUE. The table that the program prints first shows it:</p>
<h2>The code</h2>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/09_sparse_inputs.cpp -o /tmp/sparse &amp;&amp; /tmp/sparse</code></pre>
<pre tabindex="0"><code>network                      dense 1st   rows (32 men)    other layers
769-128-64-1                     98432            4096           8256
768-256-32-1                    196608            8192           8224
768-512-512-256-1               393216           16384         393472
(768-512)x2-1                   786432           32768           1024
first layer 768 -&gt; 256 on 1000 boards: largest difference 4e-07
dense 196608 products a board, sparse 4519 additions: 43.5 times fewer
24 pieces: dense 24555 ns, sparse 582 ns (42.2 x)
checked: the sum of the active rows is the dense product, with over 20 times less work</code></pre>
<p>&quot;dense 1st&quot;: products of the first layer as a dense matrix. &quot;rows (32 men)&quot;: additions for the same as a sum of rows, with a full board. &quot;other layers&quot;: products after it.</p>
<ul><li>769-128-64-1 and 768-256-32-1: the first layer was over nine tenths of the work, and shrinks to the size of the rest.</li><li>768-512-512-256-1: 393,472 products remain whatever we do. Good for measuring what small networks give away, too slow for search.</li><li>(768-512)x2-1: by far the widest first layer, twice; almost nothing after it. Next page: the 32,768 additions become about 2,000 to 3,000.</li></ul>
<p>Measured, the dense first layer of 768-256 alone takes 24.6 microseconds, so there are at most 41,000 evaluations a second on this machine, before anything else is done. The sum of rows takes 0.6. For comparison: <code>tabia perft 5</code> on the same machine counts 128.6 million positions a second (the last ply is counted without being made). Next to the rules of chess, the evaluation is what costs.</p>
<h2>In the engine</h2>
<p>No network is ever evaluated densely, plain ones included. <code>FeatureSet::active</code> (<code>src/nn/features.cpp</code>) lists the active inputs; the kernels <code>add_rows</code> (16-bit) and <code>add_rows_f32</code> (<code>src/kernels/scalar.cpp</code>) sum the rows. <code>kMaxActive</code> is 33: 32 pieces and, in some plain networks, the side to move.</p>
<p>The second layer has some sparsity of its own: after a clipped activation many bytes are 0. The kernel <code>dense</code> skips groups of four inputs that are all 0.</p>
<h2>What to try next</h2>
<p>Set <code>kN</code> to 1024: here 118,420 ns dense and 2,730 ns as rows. W is now 3 MiB, more than a second-level cache, and the dense way reads all of it for every position.</p>
<h2>Exercise</h2>
<p>HalfKP (Stockfish 12) has 41,024 inputs: for each square of the own king, each other piece on each square. How many products would its first layer (N = 256, two views) take densely, how many additions as rows?</p>
<details><summary>Answer</summary>
<p>41,024 * 256 * 2 = 21,004,288 products. Kings aren't inputs there, so at most 30 are active: 30 * 256 * 2 = 15,360 additions. The number of inputs doesn't matter any more: that is what makes such inputs possible at all.</p>
</details>`},{id:"10-incremental-updates",title:"10 Incremental updates",html:`<h1>10 Incremental updates</h1>
<h2>The idea</h2>
<p>A move changes little: a piece leaves a square and appears on another, perhaps one is captured. Of some thirty active inputs two to four change. So don't sum all rows again: take the sums of the position before, subtract the rows that went, add the rows that came. This is the &quot;efficiently updatable&quot; in NNUE, and the sums are called the <em>accumulator</em>.</p>
<h2>The mathematics</h2>
<p>With active inputs A before the move and A' after it:</p>
<pre tabindex="0"><code>z'_n = b_n + sum over f in A' of W[f * N + n]
     = z_n + sum over f in A' \\ A of W[f * N + n] - sum over f in A \\ A' of W[f * N + n]</code></pre>
<p>(rows in both sums cancel). For each of the two views:</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">move</th><th scope="col">rows in</th><th scope="col">rows out</th></tr></thead><tbody><tr><td>quiet move</td><td>1</td><td>1</td></tr><tr><td>capture, en passant</td><td>1</td><td>2</td></tr><tr><td>promotion</td><td>1 (the new piece)</td><td>1 (the pawn)</td></tr><tr><td>promotion with capture</td><td>1</td><td>2</td></tr><tr><td>castling</td><td>2</td><td>2</td></tr><tr><td>null move</td><td>0</td><td>0; only the order of the halves changes</td></tr></tbody></table></div>
<p>So two to four rows a view instead of up to 32.</p>
<p><strong>Whole numbers, not floats.</strong> In whole numbers <code>z + w - w = z</code> exactly, however often (even if a sum wraps around in 16 bits, it comes back). In floating point each addition rounds, and the errors of a long walk stay in the sums. The same position would get different evaluations depending on how it was reached, and a search that isn't reproducible can't be tested. This is a second reason for page 11, besides speed.</p>
<p><strong>Taking back.</strong> Either subtract and add again, or keep the sums of every ply on a stack and simply go one down. The stack is better: nothing to compute, and with N = 512 a ply needs 2 KiB.</p>
<p><strong>Laziness.</strong> Many positions of a search are never evaluated (known from the table, in check, cut off before). So making a move only <em>records</em> what changed. When an evaluation is needed, go back to the last ply whose sums are known, and apply the recorded changes from there.</p>
<p><strong>When it fails.</strong> If inputs depend on the own king's square (king buckets), a king move can change <em>all</em> rows of that view. Then the sums must be computed from scratch: a <em>refresh</em>. It can be made cheaper too: keep, for each bucket, the sums and pieces of the last position that was refreshed there, and apply the difference to the present one.</p>
<h2>The code</h2>
<p>A random walk of 20,000 steps, moves and take-backs, on a board without rules. After each move the 16-bit sums of both views are compared with fresh ones, all 512 numbers.</p>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/10_incremental.cpp -o /tmp/inc &amp;&amp; /tmp/inc</code></pre>
<pre tabindex="0"><code>10002 moves made, 9998 taken back; 16-bit sums that differ from fresh ones: 0
rows read a move, both sides: fresh 61.8, incremental 4.35 (14.2 times fewer)
floats updated back and forth have drifted by 5.5e-05
one move: fresh 917 ns, incremental 64 ns (14.4 x)
checked: incremental equals fresh in whole numbers, with a fraction of the rows</code></pre>
<p>No sum ever differed. The floats drifted by 0.00005 in 20,000 steps: little, but a real search makes millions, and &quot;nearly equal&quot; is not something that a test can insist on.</p>
<h2>In the engine</h2>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">what</th><th scope="col">where</th></tr></thead><tbody><tr><td>what a move changes: at most two pieces removed, two added</td><td><code>PieceDelta</code> and <code>Position::delta</code>, <code>src/chess/position.h</code></td></tr><tr><td>from pieces to rows</td><td><code>AccumulatorStack::step</code>, <code>src/nn/accumulator.cpp</code>, by <code>FeatureSet::index</code>: the same function as everywhere</td></tr><tr><td>the fused loops</td><td>kernels <code>add_sub</code>, <code>add_sub_sub</code>, <code>add_add_sub_sub</code>, <code>src/kernels/kernels.h</code>: one pass from the old ply to the new</td></tr><tr><td>laziness</td><td><code>AccumulatorStack::push</code> only records; <code>update</code> goes back to the nearest known ply</td></tr><tr><td>refresh with a cache for each king bucket</td><td><code>AccumulatorStack::refresh</code></td></tr><tr><td>the proof</td><td><code>IncrementalEqualsFreshForEveryLegalMoveOfThePerftPositions</code> and <code>IncrementalEqualsFreshAlongRandomGamesWithRandomTakingBackAndNullMoves</code>, <code>tests/nn/accumulator_test.cpp</code></td></tr></tbody></table></div>
<p><code>Evaluator::push</code> and <code>pop</code> (<code>src/eval/evaluator.h</code>) are what a search calls.</p>
<h2>What to try next</h2>
<p>In the program, evaluate only after every third move, and count how many rows are saved if a capture and the recapture of the same piece cancel.</p>
<h2>Exercise</h2>
<p>Add castling to <code>Move</code> and to <code>updated</code>. Which line of <code>main</code> tells you when you forgot the rook?</p>
<details><summary>Answer</summary>
<p><code>wrong += stack.back() == fresh(whole, board) ? 0 : 1;</code>. Comparing with a computation from scratch finds every forgotten row, which is why the engine's tests do the same for every legal move.</p>
</details>`},{id:"11-quantisation",title:"11 Quantization",html:`<h1>11 Quantization</h1>
<h2>The idea</h2>
<p>Training needs real numbers: steps are tiny. Playing doesn't. If every weight is rounded to a whole number of 255ths or 64ths, the evaluation changes a little, and in return a processor handles 32 numbers of 16 bits at once instead of 16 floats, memory shrinks to a half or a quarter, and sums are exact (page 10). The question is how much &quot;a little&quot; is. It can be bounded beforehand.</p>
<h2>The mathematics</h2>
<p><strong>Scales.</strong> A number r is stored as round(r * s); s is the stored value of 1.0. For the network 768 → N×2 → 1 with screlu:</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">number</th><th scope="col">stored in</th><th scope="col">scale</th></tr></thead><tbody><tr><td>W, b</td><td>16 bits</td><td>Q = 255</td></tr><tr><td>z (sums)</td><td>16 bits</td><td>Q</td></tr><tr><td>v</td><td>16 bits</td><td>R = 64</td></tr><tr><td>v * a², summed</td><td>32 or 64 bits</td><td>Q² R</td></tr><tr><td>c, result</td><td>32 bits</td><td>Q R</td></tr></tbody></table></div>
<p>Forward in whole numbers, with k in 0..255 the clamped sum: <code>raw = (sum of k² v) / Q + c</code>, evaluation <code>= raw * 400 / (Q R)</code>. Squares need no rounding: k² ≤ 65,025 is exact.</p>
<p><strong>No overflow.</strong> Training keeps |w| ≤ 1.98. At most 32 rows and the bias: |z| ≤ 33 * round(1.98 * 255) = 16,665 &lt; 32,768. This is why Q is not 1,000.</p>
<p><strong>The bound.</strong> Write r̃ for the number that a stored one stands for (stored / scale). Rounding: |r̃ - r| ≤ 1/(2s).</p>
<ol><li><em>Sums.</em> z is a sum of |A| + 1 rounded numbers, so <code>|z̃ - z| ≤ E := (|A| + 1) / (2Q)</code>.</li><li><em>Activation.</em> The clamp never moves two numbers apart: |C(z̃) - C(z)| ≤ E. For the square, with both in 0..1, |x² - y²| = |x - y| (x + y) ≤ 2E.</li><li><em>Output.</em> For each of the 2N terms, with ã = C(z̃)²:</li></ol>
<pre tabindex="0"><code>   |ṽ ã - v a| ≤ |v| |ã - a| + |ṽ - v| ã ≤ |v| 2E + ã / (2R)</code></pre>
<ol><li><em>The rest.</em> c is rounded (half a unit of 1/(QR)), the division by Q cuts off less than one unit.</li></ol>
<pre tabindex="0"><code>   |ỹ - y| ≤ sum over 2N terms of ( 2 E |v| + ã / (2R) ) + 1.5 / (Q R)</code></pre>
<p><strong>How large it typically is.</strong> The bound assumes that all roundings conspire. They don't: rounding errors are about uniform in ±1/(2s) and independent, so they add like random steps, by squares. With standard deviation <code>1/(s sqrt(12))</code> each, a sum of m of them has sqrt(m) times that, not m times. Expect a small fraction of the bound.</p>
<p><strong>8 bits.</strong> Layers after the accumulator can be smaller still: inputs as bytes 0..127, weights 8 bits with scale 64 (|w| ≤ 127/64 = 1.98), sums in 32 bits. Why 127 and not 255 for the inputs? The instruction multiplies unsigned by signed bytes and adds <em>pairs</em> in 16 bits: 2 * 127 * 127 = 32,258 fits, 2 * 255 * 127 = 64,770 doesn't. An accumulator with 255 for 1.0 becomes such a byte by a shift, k &gt;&gt; 1, which is off by at most 1/255 (the program tries all). For an output with weights w:</p>
<pre tabindex="0"><code>|error| ≤ sum over inputs of ( |w| (E + 1/255) + ã / (2 * 64) ) + 1 / (2 * 127 * 64)</code></pre>
<h2>The code</h2>
<p>Random networks, 10,000 random boards; the bound is computed for each position and compared with the error that occurred.</p>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/11_quantisation.cpp -o /tmp/quant &amp;&amp; /tmp/quant</code></pre>
<pre tabindex="0"><code>i16, 768 -&gt; 64 x 2 -&gt; 1: outputs are typically 500 units
  error typically 13.2 units, at most 46.9; at most 7% of the bound
i8, 128 -&gt; 16 behind the same accumulator, where 1.0 is the range of an activation
  error typically 0.0288, at most 0.1278; at most 13% of the bound
largest possible |sum|: 16665 of 32767; largest pair of byte products: 32258 of 32767
checked: 10000 positions are within the bound, and no sum can overflow</code></pre>
<p>Every error is within the bound, and typically far from it. On this random network an error of 13 units compares with outputs of 500. Most of it comes from v: with R = 256 instead of 64 the typical error falls to 5.9 units, with 1024 to 5.0; what remains comes from W. The two parts behave differently. The rounding errors of W are mixed differently in every position. Those of v are the same 128 numbers in all positions: how much harm they do is decided once, when the network is rounded. (With R = 32 it happened to be hardly more than with 64: 14.8 units.)</p>
<h2>In the engine</h2>
<ul><li>Scales are in the spec: <code>accumulator = { scale = 255 }</code>, <code>layers = [ { scale = 64 } ]</code>; <code>tensors_of</code> (<code>src/nn/spec.cpp</code>) gives each tensor its storage and scale.</li><li><code>quantised</code> (<code>src/nn/quantise.h</code>) turns a float network into its quantized twin and reports for each tensor the largest error and how many numbers didn't fit; <code>Tensor::set</code> rounds and clamps.</li><li><code>Network::direct_output</code> (<code>src/nn/network.cpp</code>) is the forward pass above: <code>dot_clipped_squared</code>, <code>/ limit</code>, <code>+ bias</code>.</li><li><code>byte_transform</code> in the same file has the shifts to bytes; <code>Network::layered_output</code> the layers of bytes, each shifted and clipped for the next.</li><li><code>small_weights</code> in <code>kernels::dot_clipped_squared</code> is page 12's trick: it needs |v| * 255 to fit 16 bits.</li></ul>
<h2>What to try next</h2>
<p>Let the weights of the first layer be ten times larger, <code>numbers(768 * kN, 0, 2.5)</code>. The typical error grows from 13.2 to only 21.7 units: most sums are now beyond 0 or 1, where the clamp swallows their error, and what is left is the rounding of v times activations of 1.</p>
<h2>Exercise</h2>
<p>What is the largest R for which <code>v * k</code> (|v| ≤ 1.98, k ≤ 255) fits 16 bits, and what for Q = 181?</p>
<details><summary>Answer</summary>
<p>1.98 R * 255 ≤ 32,767 gives R ≤ 64.9: so 64. With Q = 181, R ≤ 91.4. (With Q = 181 even k² ≤ 32,761 fits 16 bits, so some engines use that to square first.)</p>
</details>`},{id:"12-simd",title:"12 SIMD",html:`<h1>12 SIMD</h1>
<h2>The idea</h2>
<p><em>Single instruction, multiple data</em>: a processor has wide registers (16, 32 or 64 bytes) and instructions that add or multiply all the numbers in them at once. A row of 512 16-bit numbers is 16 registers of 64 bytes. All inner loops of a network are of the kind that this was made for: the same operation on many numbers that don't depend on each other. Pages 08 to 11 arranged things so: flat rows, small whole numbers.</p>
<h2>The mathematics</h2>
<p>Three loops are nearly all of the work:</p>
<pre tabindex="0"><code>update      out_i = in_i + added_i - removed_i                    16 bits, independent: trivial
dot         sum over i of a_i b_i                                 floats: order matters
screlu dot  sum over i of clamp(x_i, 0, 255)² w_i                 16 bits, must not overflow</code></pre>
<p><strong>Order.</strong> Floating-point addition isn't associative: (a + b) + c and a + (b + c) differ in the last digit. A vector of L lanes adds numbers i, i + L, i + 2L, ... in lane i, then the lanes. So vector code gives other digits than a simple loop, and each width gives others again. The way out is to <em>define</em> the order: 16 lanes, whatever the machine, then lane l plus l + 8, l + 4, l + 2, l + 1. A plain loop can do that, and vectors of 4, 8 or 16 floats too; all agree to the last bit. For whole numbers the question doesn't arise (as long as nothing is cut off in between).</p>
<p><strong>Overflow.</strong> k² can be 65,025: too large for signed 16 bits. But k * w with |w| ≤ 128 is at most 32,640 and fits. So multiply in the order (k * w) * k:</p>
<pre tabindex="0"><code>t   = low 16 bits of k * w          exact, since |k w| ≤ 32,767
s  += t_0 k_0 + t_1 k_1             one instruction: multiply 16-bit pairs, add two products in 32 bits</code></pre>
<p>A lane adds at most 2 * 32,640 * 255 = 16.6 million a step, so it can't overflow in the 64 steps that 512 numbers take with 8 at a time (1.07e9 &lt; 2.1e9). For longer arrays the lanes must be emptied into 64 bits now and then.</p>
<p><strong>Chains again.</strong> An addition that uses the result of the one before has to wait for it. The vector dot product uses four sums, so that four chains run at once.</p>
<h2>The code</h2>
<p>Vectors of 16 bytes (8 numbers of 16 bits, or 4 floats), which GCC and clang compile for any processor.</p>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/12_simd.cpp -o /tmp/simd &amp;&amp; /tmp/simd</code></pre>
<pre tabindex="0"><code>512 numbers, vectors of 16 bytes, 1000 trials
i16 in + added - removed one by one   219 ns, vectors   33 ns (6.7 x)
f32 dot product          one by one   318 ns, vectors   53 ns (6.0 x)
i16 screlu dot product   one by one   436 ns, vectors   51 ns (8.5 x)
floats added in another order differ by up to 1e-05; in the same lanes by nothing
checked: vector code gives the same numbers as scalar code, bit for bit</code></pre>
<p>Around the ideal of 8 for the 16-bit loops. The float dot product gains more than its 4 lanes because it also broke the chain of additions. With 32 or 64 bytes it goes on, until reading memory takes longer than computing.</p>
<p>(The scalar versions are compiled with automatic vectorization switched off, to show what it is like without.)</p>
<h2>In the engine</h2>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">what</th><th scope="col">where</th></tr></thead><tbody><tr><td>the list of inner loops, with their contracts</td><td><code>struct Kernels</code>, <code>src/kernels/kernels.h</code></td></tr><tr><td>what they compute, in plain loops: the specification</td><td><code>src/kernels/scalar.cpp</code></td></tr><tr><td>written once over a vector type</td><td><code>src/kernels/vector_kernels.h</code>; the types in <code>vec128.h</code>, <code>vec256.h</code>, <code>vec512.h</code></td></tr><tr><td>choosing by processor when the program starts</td><td><code>src/kernels/dispatch.cpp</code>; <code>TABIA_KERNELS=scalar</code> forces one</td></tr><tr><td>the order of float additions</td><td>comment of <code>dot_f32</code> in <code>kernels.h</code>, loop in <code>scalar.cpp</code></td></tr><tr><td>(k * w) * k</td><td><code>dot_clipped_squared</code>, when <code>small_weights</code> holds</td></tr><tr><td>every table equals scalar, at all lengths and extreme values</td><td><code>tests/kernels/kernels_test.cpp</code></td></tr></tbody></table></div>
<p>No other part of the engine contains an intrinsic. That is a rule and not a habit: <code>scripts/check_layers.py</code> fails if one appears elsewhere.</p>
<h2>What to try next</h2>
<p>Compile with <code>-march=native</code> and change the vectors to 32 bytes (<code>vector_size(32)</code>, 16 numbers a step). Then look at what the compiler does on its own: define <code>NO_VECTORS</code> and <code>ONE_BY_ONE</code> as nothing and use <code>-O3</code>. The update becomes as fast as the hand-written one; the float dot product stays as slow as it was. Why?</p>
<details><summary>Answer</summary>
<p>The compiler may not change the order of float additions, since that would change the result. <code>dot_in_a_row</code> asks for one chain and gets it.</p>
</details>
<h2>Exercise</h2>
<p>Write the update for two removed rows (<code>add_sub_sub</code>) as one loop, and compare with calling two loops one after the other. Which resource does the fused one save?</p>
<details><summary>Answer</summary>
<p>Memory traffic: two separate loops write the sums and read them again. Fused, each number is read once, changed in a register, and written once.</p>
</details>`},{id:"13-descent",title:"13 Descent: rate, momentum, batches, initial weights",html:`<h1>13 Descent: rate, momentum, batches, initial weights</h1>
<h2>The idea</h2>
<p>Page 05 gives the slope of the loss by every weight. What remains is to walk downhill, and <em>how</em> to walk decides whether you arrive: how long the steps are, whether they remember the ones before, how many examples each looks at, and where the walk begins. Tabia's trainer does all of it from a <em>recipe</em>, a text file of a few lines.</p>
<h2>The mathematics</h2>
<p><strong>Descent.</strong> With g the slope of the loss by a weight w, <code>w -= rate * g</code>. Too small a rate takes forever; too large a rate jumps over the valley, onto a slope that is steeper still.</p>
<p><strong>Momentum.</strong> Keep a velocity: <code>v = m v + g</code>, <code>w -= rate * v</code>. Where slopes agree from step to step, velocity grows to <code>1 / (1 - m)</code> times one step (10 times for m = 0.9); where they alternate, they cancel.</p>
<p><strong>Adam.</strong> Divide each step by the usual size of the slope of <em>that</em> weight: <code>w -= rate * mean(g) / sqrt(mean(g²))</code>, means over the last steps. Every weight moves by about <code>rate</code>, whether its slope is large or tiny. In chess that matters: the input &quot;white pawn on e4&quot; is on a hundred times as often as &quot;black knight on a1&quot;. AdamW also pulls each weight a little toward 0 (<em>weight decay</em>).</p>
<p><strong>Batches.</strong> The slope that counts is that of the mean loss over <em>all</em> positions. The mean over 16,384 random ones is an estimate of it; its error falls with the square root of their number, its cost grows with their number. Few positions: noisy steps, cheap. Many: exact steps, expensive. The <em>noise scale</em> (page 14) says where the balance is.</p>
<p><strong>Initial weights</strong> must be random and different. If all hidden neurons start equal, they get equal slopes and stay equal forever: four neurons that are one. And sums should start around 1, so weights start smaller the more inputs a neuron has: <code>He</code> and <code>Xavier</code> initialization are two versions of that.</p>
<h2>The commands</h2>
<pre tabindex="0"><code>tabia train xor --out runs/xor</code></pre>
<pre tabindex="0"><code>step      0: loss 0.296353
step    400: loss 0.003361
...
step   4000: loss 0.000130
0 0 -&gt; 0.0131, wanted 0
0 1 -&gt; 0.9889, wanted 1
1 0 -&gt; 0.9896, wanted 1
1 1 -&gt; 0.0109, wanted 0
done: the network is runs/xor/last.net</code></pre>
<p><code>recipes/xor.toml</code> is the recipe. Copy it, change a line, and run it by its path (<code>tabia train ./mine.toml --out runs/mine</code>). The loss after 400, 2000 and 4000 steps:</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">change</th><th scope="col">400</th><th scope="col">2000</th><th scope="col">4000</th></tr></thead><tbody><tr><td>none: <code>rate = 0.5</code>, <code>momentum = 0.9</code></td><td>0.0034</td><td>0.00029</td><td>0.00013</td></tr><tr><td><code>rate = 0.05</code></td><td>0.2488</td><td>0.0226</td><td>0.0028</td></tr><tr><td><code>rate = 5</code></td><td>0.00008</td><td>0.00002</td><td>0.00001</td></tr><tr><td><code>rate = 50</code></td><td>0.5000</td><td>0.5000</td><td>0.5000</td></tr><tr><td><code>momentum = 0</code></td><td>0.2484</td><td>0.0205</td><td>0.0027</td></tr><tr><td><code>momentum = 0</code>, <code>rate = 5</code></td><td>0.0027</td><td>0.00026</td><td>0.00012</td></tr><tr><td><code>initial = { first = &quot;constant&quot;, layers = &quot;constant&quot;, constant = 0.5 }</code></td><td>0.193</td><td>0.168</td><td>0.167</td></tr></tbody></table></div>
<p>Momentum 0.9 and a rate of 0.5 is the same as no momentum and a rate of 5, as the formula says. A rate of 50 throws the weights where the sigmoid is flat: two examples are wrong for sure, and there is no slope left to come back. Equal initial weights leave one neuron in effect, and one neuron can't do XOR (page 01).</p>
<p><strong>Luck with the initial weights.</strong> <code>--seed N</code> starts elsewhere. From 100 seeds this recipe learns XOR every time (<code>tests/train/examples_test.cpp</code> requires 98). With <code>optimiser = { kind = &quot;adam&quot; }</code> and <code>rate = 0.1</code>, four of the seeds 1 to 100 end at a loss of 0.125: three examples right, one at 0.5, in a hollow that has no way down. Large networks have so many directions to go that such hollows hardly occur, and there Adam learns much faster. No method is best everywhere.</p>
<h2>In the engine</h2>
<ul><li><code>Optimiser</code> (<code>src/train/optimiser.cpp</code>): SGD, Adam, AdamW, RAdam, Ranger in one pass over the weights.</li><li><code>RateSchedule</code> (<code>src/train/schedule.h</code>): the rate need not be constant; page 14 shows why it falls.</li><li><code>ExampleTrainer</code> (<code>src/train/examples.cpp</code>) is the loop of this page, in forty lines.</li><li><code>tabia train perspective-256 --data FILE --find-rate</code> tries growing rates on a chess network and suggests one.</li><li>From your own C or C++ program: <code>tabia_trainer_train_one</code> in <code>include/tabia/tabia.h</code>; <code>examples/eval_net.cpp</code> uses it.</li></ul>
<h2>Exercise</h2>
<p>Teach the network AND, or &quot;are the inputs equal?&quot;, by changing <code>examples</code> in the recipe. Then XOR of <em>three</em> inputs (1 if an odd number is 1): <code>model</code> must be your own file with <code>features = &quot;dense-3&quot;</code>. How many hidden neurons does it need?</p>
<details><summary>Answer</summary>
<p>Two were enough from eight of the seeds 1 to 10, three and six from all ten (<code>batch = 8</code>, <code>positions = 80_000</code>).</p>
</details>`},{id:"14-training-run",title:"14 A training run and its curves",html:`<h1>14 A training run and its curves</h1>
<h2>The idea</h2>
<p>A chess network learns to predict what a search would say, and how the game ended, from the board alone. A run shows it millions of positions in random order, each with its score and result, in batches of 16,384. After every batch all weights move a little. Now and then the run stops learning for a moment and measures itself on games that it has never seen: the <em>validation</em> loss. Two curves, and where they go, tell nearly everything.</p>
<h2>What it learns</h2>
<p>The recipe of this page uses, for each position, with the score s of a search and the result r of the game (1, 0.5, 0; all for the side to move):</p>
<pre tabindex="0"><code>t = 0.75 * sigmoid(s / scale) + 0.25 * r        the target
p = sigmoid(y)                                  y: the network's output
L = |p - t|^2.5                                 the loss (page 04)</code></pre>
<p><code>scale</code> turns the units of the scores into an expected result: at s = scale, 73% of the points. For these data 450 is right: <code>tabia data check</code> fits 453 to the results.</p>
<p>Positions in check, or whose best move is a capture, are left out: what they are worth is decided by the next moves, which the network can't see. Two of a hundred <em>games</em> are held out for validation. Games, not positions: neighbors in a game are nearly the same position, and a network that has seen one knows the other.</p>
<h2>The run</h2>
<pre tabindex="0"><code>tabia train ./lesson.toml --data ../shared/data/training/sf151_selfplay_700n_calm.binpack,scale=450 \\
  --positions 5000000 --threads 1 --out runs/learn</code></pre>
<p>with <code>lesson.toml</code>, which is what the recipe <code>perspective-256</code> was when these numbers were measured:</p>
<pre tabindex="0"><code>name = &quot;lesson&quot;
model = &quot;perspective-256&quot;
filter = { no_checks = true, quiet_moves = true, with_score = true, score = [-3000, 3000] }
validation = { share = 0.02, positions = 200_000 }
loss = { kind = &quot;power&quot;, power = 2.5, result_weight = 0.25 }
optimiser = { kind = &quot;adamw&quot;, weight_decay = 0.01 }
rate = { kind = &quot;cosine&quot;, rate = 0.002, final_rate = 0.00001, warm_up = 0.01 }
batch = 16_384</code></pre>
<p>(The shipped one learns from the score alone, <code>result_weight = 0.0</code>, with batches of 2,048 and a rate of 0.001. That plays better; its loss is a different loss, and can't be compared with those below.)</p>
<p>Some lines of <code>runs/learn/log.csv</code> (commit 9a1e334; 49 seconds on one shared core):</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">positions</th><th scope="col">loss</th><th scope="col">validation</th><th scope="col">accuracy</th><th scope="col">correlation</th><th scope="col">rate</th></tr></thead><tbody><tr><td>131,072</td><td>0.0809</td><td>0.0728</td><td>56.8%</td><td>0.153</td><td>0.00200</td></tr><tr><td>507,904</td><td>0.0549</td><td>0.0546</td><td>69.8%</td><td>0.486</td><td>0.00196</td></tr><tr><td>1,015,808</td><td>0.0370</td><td>0.0376</td><td>76.6%</td><td>0.686</td><td>0.00182</td></tr><tr><td>1,638,400</td><td>0.0244</td><td>0.0260</td><td>79.6%</td><td>0.790</td><td>0.00154</td></tr><tr><td>2,506,752</td><td>0.0192</td><td>0.0214</td><td>80.9%</td><td>0.828</td><td>0.00102</td></tr><tr><td>3,751,936</td><td>0.0167</td><td>0.0198</td><td>81.4%</td><td>0.842</td><td>0.00031</td></tr><tr><td>5,013,504</td><td>0.0162</td><td>0.0196</td><td>81.4%</td><td>0.843</td><td>0.00001</td></tr></tbody></table></div>
<p>The validation loss as a picture, a <code>#</code> for every 0.002:</p>
<pre tabindex="0"><code>  131,072  ####################################
  507,904  ###########################
1,015,808  ###################
1,638,400  #############
2,506,752  ###########
3,751,936  ##########
5,013,504  ##########</code></pre>
<p><strong>How to read it.</strong></p>
<ul><li><em>The first fifth</em> falls fastest: what helps in most positions is found first. <em>Accuracy</em> is the share of decided games in which the network favors the side that won. 57% is hardly better than a coin; 77% comes after a million positions; the four million after them add five points.</li><li><em>The end</em> is flat because the <em>rate</em> goes to nearly 0 along half a cosine. Large steps cross the valley back and forth; smaller ones settle in it. A flat end does not mean that the network has learned all it can. It means that this run is over: the same recipe with 30 million positions ends at 0.0138 (page 15).</li><li><em>Loss and validation</em> are the same at first, then part: 0.0162 against 0.0196. The data have 1.2 million positions that pass the filter, so the run saw each about four times and is starting to overfit. Page 15 is about that.</li><li><em>It never reaches 0</em>, and shouldn't. The same board can be won in one game and lost in another, and a board alone doesn't show what a search of 700 nodes saw.</li></ul>
<p><strong>By phase.</strong> The last columns split the validation loss: endgames (up to 10 pieces) 0.0138, middlegames (up to 24) 0.0245, openings 0.0185 at the end. Endgames begin worst (0.080) and end best: with few pieces, who has more is nearly all there is to know. Openings begin best (0.040), because &quot;equal&quot; is a good guess there.</p>
<p><strong>Noise scale.</strong> 4,376 at the start, 6,242 at the end: the batch size at which chance and signal in the slope are equally large. Far smaller batches take steps of noise; far larger ones measure the same slope with wasted effort. 16,384 is above it throughout. It grows as the network improves, because what is left to learn is finer than what is left to chance.</p>
<h2>In the engine</h2>
<p><code>Trainer::run</code> (<code>src/train/trainer.cpp</code>) is the loop; <code>Sampler</code> (<code>src/train/sampler.h</code>) brings positions in random order from files that don't fit into memory; <code>Gradient</code> (<code>src/train/gradient.cpp</code>) is pages 06 and 07 for thousands of positions at a time; <code>validate</code> measures. <code>docs/training.md</code> has every key of a recipe.</p>
<p>Stop the run with Ctrl-C and give the same command again: it resumes, and the resulting network is the same bit for bit.</p>
<h2>What to try next</h2>
<p><code>--positions 1000000</code>: a shorter run is not the first part of a longer one, because its rate falls sooner. It ends better than the longer run was at that point. Why?</p>
<details><summary>Answer</summary>
<p>At 1,015,808 positions the run above still takes nearly full steps (0.0018) and pays for it with noise; the short one has come to rest.</p>
</details>`},{id:"15-overfitting",title:"15 Overfitting",html:`<h1>15 Overfitting</h1>
<h2>The idea</h2>
<p>A network with 200,000 weights can memorize 14,000 positions, like a pupil who memorizes the answers. It then knows those positions perfectly and others hardly better than before. What it has memorized shows in the training loss. What it has understood shows on positions that it never trained on. The gap between the two is <em>overfitting</em>.</p>
<h2>The experiment</h2>
<p>The same network (<code>perspective-256</code>: 768 × 256 weights and a few), the recipe of page 14, the same 27,353 validation positions, three amounts of data. Each run with its own <code>data</code>, cosine rate from 0.002, batches of 16,384, one thread:</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">data, positions that pass the filter</th><th scope="col">length of the run</th><th scope="col">each seen</th><th scope="col">training loss</th><th scope="col">validation loss</th><th scope="col">accuracy</th></tr></thead><tbody><tr><td>20,000 sampled from the small file, of which 14,005</td><td>4 million</td><td>286 times</td><td>0.0017</td><td>0.0343</td><td>77.5%</td></tr><tr><td>the small file, 1.2 million</td><td>10 million</td><td>8 times</td><td>0.0106</td><td>0.0162</td><td>82.5%</td></tr><tr><td>the small file, 1.2 million</td><td>30 million</td><td>24 times</td><td>0.0053</td><td>0.0138</td><td>83.5%</td></tr><tr><td>the small and the large file, 6.3 million</td><td>10 million</td><td>1.6 times</td><td>0.0125</td><td>0.0160</td><td>82.5%</td></tr><tr><td>the small and the large file, 6.3 million</td><td>30 million</td><td>4.7 times</td><td>0.0078</td><td>0.0117</td><td>83.9%</td></tr></tbody></table></div>
<p>Read the third and the last row together. The third has by far the smaller training loss, and is the worse network. More <em>different</em> positions make the exam harder to memorize and the lesson easier to understand.</p>
<p>Read the second and the third. Seeing everything 24 times instead of 8 still helped: the gap grew (0.0056 to 0.0085), but the validation loss fell. Overfitting isn't a cliff. It is the point at which more of the same stops paying; in the log of that run the best validation (0.01381) comes at 26 million positions, and at 23 million it was already the same except for the last digit.</p>
<p>In games, the same picture (200 at 1000 nodes a move, <code>tabia match --engine net=small/last.net --engine net=tiny/last.net --nodes 1000 --games 200</code>, both after the runs of 4 and 10 million): the network of the whole small file wins 195 and loses 5 against the one that memorized 14,005 positions. Against the one of both files it scores −44 ± 46 Elo after 10 million positions: too little to be sure of with 200 games.</p>
<h2>The commands</h2>
<pre tabindex="0"><code>tabia data split ../shared/data/training/sf151_selfplay_700n_calm.binpack train.tabia validation_all.tabia
tabia data filter validation_all.tabia validation.tabia --no-check --no-captures --score -3000..3000
tabia data sample 20000 train.tabia tiny.tabia
tabia train ./small.toml --threads 1 --out small</code></pre>
<p>with <code>small.toml</code> (for the others change <code>data</code> and <code>positions</code>; the large file is <code>sf151_selfplay_700n.binpack</code>):</p>
<pre tabindex="0"><code>name = &quot;small&quot;
model = &quot;perspective-256&quot;
data = [ { file = &quot;train.tabia&quot;, scale = 450 } ]
validation_data = [ { file = &quot;validation.tabia&quot;, scale = 450 } ]
filter = { no_checks = true, quiet_moves = true, with_score = true, score = [-3000, 3000] }
loss = { kind = &quot;power&quot;, power = 2.5, result_weight = 0.25 }
optimiser = { kind = &quot;adamw&quot;, weight_decay = 0.01 }
rate = { kind = &quot;cosine&quot;, rate = 0.002, final_rate = 0.00001, warm_up = 0.01 }
positions = 10_000_000</code></pre>
<p>The row of 30 million on the small file is page 14's command with <code>--positions 30000000</code>, whose 2% of held-out games gave the same number of positions.</p>
<h2>What helps, in this order</h2>
<ol><li><strong>More different positions.</strong> Nothing else comes near.</li><li><strong>Stop in time.</strong> <code>best.net</code> is the network of the report with the lowest validation loss; <code>patience = 5</code> in the recipe ends the run after five reports without a better one.</li><li><strong>A smaller network</strong>, if you have little data. A larger one, if validation and training loss are still close.</li><li><strong>Weight decay</strong> and averaging the weights of the last steps (<code>average</code> under <code>optimiser</code>). Small effects.</li></ol>
<h2>When overfitting is what you want</h2>
<p><code>tabia train perspective-256 --data FILE,scale=450 --overfit 64</code> makes the network memorize 64 positions. It must succeed, down to a loss near 0. If it doesn't, the learning itself is broken, and no amount of data will help. Do this first with every new model.</p>
<h2>Exercise</h2>
<p>Two networks have validation losses 0.0138 and 0.0117. Is the second one stronger in play?</p>
<details><summary>Answer</summary>
<p>Probably, not certainly. The loss averages over positions as they are in the data, and play is about the positions that a search visits. Only games tell: <code>tabia match --engine net=a.net --engine net=b.net --nodes 5000 --games 1000</code>.</p>
</details>`},{id:"16-data-quality",title:"16 Data quality",html:`<h1>16 Data quality</h1>
<h2>The idea</h2>
<p>A network becomes what its data say, faults included. It can't know that a score was in other units, that half of the positions were in the middle of an exchange, or that the results belong to the other side. Four faults account for most bad networks: too few positions (page 15), the wrong scale, the wrong sign, positions that no evaluation can judge.</p>
<h2>Look before training</h2>
<pre tabindex="0"><code>tabia data check ../shared/data/training/sf151_selfplay_700n_calm.binpack \\
  --validation ../shared/data/training/sf151_selfplay_700n.binpack</code></pre>
<pre tabindex="0"><code>good      readable                 every record is legal and whole
doubtful  scale of scores          stockfish-internal; what a unit is worth is not declared
good      scores                   0.00% of positions have none
good      results                  0.00% of positions have none
good      sign of scores           correlation with the result: 0.767 for White, 0.767 for Black
good      clipped scores           0.00% have the largest magnitude, 9910
good      scores against results   points fit 1/(1+exp(-score/k)) with k = 452.940, mean deviation 0.012 points over 1,740,410 positions
good      duplicates               0.72% of positions occurred before
good      leak into validation     0 of 122,580 validation games and 0.51% of its positions beyond the opening are in the data too</code></pre>
<p><em>Sign</em>: if scores for White were read as scores for the side to move, the two correlations would have opposite signs. <em>Scale</em>: nobody wrote down what a unit is worth, so it is fitted to the results: 453. That is the 450 of these pages. <em>Leak</em>: no game is in both files, so one may be used to judge the other.</p>
<h2>The wrong scale</h2>
<p>The recipe of page 15 on the same file, 10 million positions, with the scale ten times too small and ten times too large. The validation file keeps the right one. Matches against the right one, 200 games at 1000 nodes a move (<code>tabia match --engine net=small/last.net --engine net=scale4500/last.net --nodes 1000 --games 200</code>):</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">scale</th><th scope="col">training loss</th><th scope="col">validation loss</th><th scope="col">correlation</th><th scope="col">accuracy</th><th scope="col">against scale 450</th></tr></thead><tbody><tr><td>45</td><td>0.0277</td><td>0.0191</td><td>0.861</td><td>82.9%</td><td>+5 ± 43 Elo</td></tr><tr><td>450</td><td>0.0106</td><td>0.0162</td><td>0.873</td><td>82.5%</td><td></td></tr><tr><td>4500</td><td>0.0025</td><td>0.0352</td><td>0.818</td><td>81.7%</td><td>−225 ± 55 Elo</td></tr></tbody></table></div>
<p>With 4500 every position looks nearly equal, so the targets are nearly all 0.5: easy to meet (the smallest training loss of the three), and of no use. With 45 every small advantage is a win. That does less harm than one might think: a network that only asks &quot;who is ahead?&quot; still orders moves well, and 200 games can't tell it from the right one. The lesson is in the second column: a training loss says nothing between runs whose targets differ.</p>
<h2>Positions that can't be judged</h2>
<p>The large file with and without the filter (<code>no_checks</code>, <code>quiet_moves</code>), 10 million positions each, judged on the same quiet positions:</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col"></th><th scope="col">training loss</th><th scope="col">validation loss</th><th scope="col">accuracy</th></tr></thead><tbody><tr><td>quiet positions only (5.1 of 7.5 million)</td><td>0.0124</td><td>0.0163</td><td>82.5%</td></tr><tr><td>all</td><td>0.0191</td><td>0.0174</td><td>82.0%</td></tr></tbody></table></div>
<p>600 games at 1000 nodes a move (<code>tabia match --engine net=quiet/last.net --engine net=noisy/last.net --nodes 1000 --games 600</code>): quiet won 292, lost 227, drew 81: +38 ± 26 Elo, with a third fewer different positions.</p>
<h2>What to check on your own data</h2>
<ol><li><code>tabia data check</code>: no line says bad.</li><li><code>tabia data info --html page.html</code>: scores are a hill around 0; results have some draws; all phases of the game occur.</li><li><code>tabia data show</code>: read ten positions. Would you give them these scores?</li><li>Train a short run and look at the accuracy: near 50% means that the signs are wrong.</li></ol>
<h2>Exercise</h2>
<p>Why does filtering by <em>the move that was played</em> (a capture?) help, when the network never sees moves?</p>
<details><summary>Answer</summary>
<p>The score of such a position already contains the capture: the board shows a queen that the score knows to be lost. No function of the board alone without search can learn that, so it is noise to the network. In play the search resolves captures first and asks the network only afterwards.</p>
</details>`},{id:"17-quantising",title:"17 From training to play: quantizing",html:`<h1>17 From training to play: quantizing</h1>
<h2>The idea</h2>
<p>Training works with floats: its steps are far smaller than any integer could follow. Play works with integers (page 11). Between the two, every weight is rounded once. How much does it cost, and can the network be prepared for it?</p>
<h2>What the trainer does</h2>
<ul><li><strong>Limits while training.</strong> After every step weights are clipped to what their storage can hold: ±1.98 in the first layer (so that no sum of 33 rows overflows 16 bits), ±32767 / 255 / 64 = 2.0 in the output layer. Nothing has to be cut later.</li><li><strong>Rounding at every report.</strong> <code>last.net</code> and <code>best.net</code> are already in integers. <code>checkpoint</code> keeps the floats.</li><li><strong>Awareness.</strong> With <code>quantisation_aware_from = 0.8</code> in the recipe, the network computes with <em>rounded</em> weights for the last fifth of the run, while the unrounded ones keep learning. The other weights can then make up for what rounding does to one. A network with layers of bytes also rounds the values between its layers, always down; in those last steps training rounds them too, so it sees exactly what the network will compute in play.</li></ul>
<h2>The commands</h2>
<pre tabindex="0"><code>tabia net quantize runs/long/best.checkpoint mine.net      # the run of 30 million positions of page 15</code></pre>
<pre tabindex="0"><code>tensor                        numbers    clamped  largest error
accumulator.weights            196608          0        0.00196
accumulator.bias                  256          0        0.00196
layer1.weights                    512          0        0.00781
layer1.bias                         1          0       7.82e-06
scores of 1000 positions differ by 19.85 on average, at most 70
mine.net: tabia, 396,052 bytes, network 1afd186b4e75fa53</code></pre>
<p>No number had to be clamped. The largest errors are half a step of each grid, as they must be: 1 / (2 × 255) = 0.00196 and 1 / (2 × 64) = 0.0078. Scores move by 20 units on average; 400 units are a logit of 1.0 (73% expected points), so an equal position becomes one of 50 ± 1.2%. <code>tabia net verify runs/long/best.checkpoint mine.net</code> compares the same way, and allows a mean of 20 units (a twentieth of <code>eval_scale</code>; <code>--tolerance</code> sets another bound): just enough here. Beyond that it fails with exit code 3. The 512 output weights are the cause (page 11: their roundings are the same in all positions). A spec with <code>scale = 128</code> for that layer halves their part, and halves the largest weight that fits.</p>
<p>What does it cost? The validation loss of page 15's run of 10 million positions on the small file:</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col"></th><th scope="col">validation loss</th></tr></thead><tbody><tr><td>in floats</td><td>0.01616</td></tr><tr><td>rounded at the very end (<code>quantisation_aware_from = 0.998</code>)</td><td>0.01626</td></tr><tr><td>aware for the last fifth (<code>quantisation_aware_from = 0.8</code>)</td><td>0.01622</td></tr></tbody></table></div>
<p>Rounding costs 0.6% of the loss, awareness recovers a third of that. (These are rounded weights with sums in floats; the integers between the layers add a little more.) Five times the data was worth 15% on page 15: quantization is the last thing to worry about, but it must be measured once, because a mistake in it costs everything.</p>
<h2>In the engine</h2>
<p><code>Model::set_quantisation_aware</code> and <code>Model::refresh</code> (<code>src/train/model.cpp</code>) make the rounded copy; <code>Region::limit</code> and <code>Region::grid</code> there are the limits and grids. <code>nn::quantised</code> (<code>src/nn/quantise.cpp</code>) rounds and reports. From C or C++: <code>tabia_trainer_save</code> keeps all digits, <code>tabia_trainer_export</code> writes the integers.</p>
<h2>Exercise</h2>
<p>Why does the trainer round at every report, when only the last network will be used?</p>
<details><summary>Answer</summary>
<p>Because a run can be stopped, and because you should notice at the first report, not after the last, that a network suffers from rounding.</p>
</details>`},{id:"18-report",title:"18 How to read the report",html:`<h1>18 How to read the report</h1>
<p><code>tabia train ... --html</code> writes <code>report.html</code> into the folder of the run; the same numbers are in <code>log.csv</code> and <code>log.jsonl</code>, one line for each report, and on the screen while it runs. What each says, what it should look like, and what it means if it doesn't:</p>
<div class="table" tabindex="0"><table><thead><tr><th scope="col">number</th><th scope="col">good</th><th scope="col">if not</th></tr></thead><tbody><tr><td>loss</td><td>falls, ends flat</td><td>rises or <code>nan</code>: the rate is too high (<code>--find-rate</code>)</td></tr><tr><td>validation loss</td><td>close to the loss, falls to the end</td><td>far above the loss, or rising: overfitting (page 15). Far <em>below</em> the loss: the validation positions are easier; are they from the same source?</td></tr><tr><td>by phase</td><td>all three fall</td><td>one stays high: too few such positions (<code>tabia data info</code> counts the pieces)</td></tr><tr><td>accuracy</td><td>80% and more of the decided games</td><td>near 50%: signs are wrong, for example scores from White's view read as the mover's</td></tr><tr><td>correlation (with the score)</td><td>above 0.8, rising</td><td>lower than in similar runs: is the scale of the scores right? (0.82 instead of 0.87 on page 16)</td></tr><tr><td>rate</td><td>as the recipe says</td><td></td></tr><tr><td>noise scale</td><td>below the batch size</td><td>above it: larger batches, or a smaller rate</td></tr><tr><td>dead</td><td>below 1%</td><td>share of hidden neurons that are 0 in every position: they cost time and do nothing. The rate was too high at the start, or <code>weight_decay</code> too strong</td></tr><tr><td>saturated</td><td>below 1%</td><td>share that is always at its limit; the same causes</td></tr><tr><td>positions/s</td><td>steady</td><td>falls: another program, or a disk that can't keep up</td></tr><tr><td>watched positions</td><td>settle</td><td>jump to the end: the rate does not fall far enough. Name a few positions (<code>watched</code> in the recipe) that you can judge yourself</td></tr></tbody></table></div>
<p>Compare losses only between runs with the same loss, the same <code>scale</code>, the same <code>result_weight</code> and the same validation positions. A smaller number under another loss says nothing. Page 16 has a run whose training loss is a quarter of another's and whose network is 225 Elo weaker.</p>
<p>What no report says is how strong the network plays. A better loss is a reason to play a match, not a result:</p>
<pre tabindex="0"><code>tabia match --engine net=runs/new/best.net --engine net=runs/old/best.net --nodes 5000 --games 1000</code></pre>`},{id:"19-convolution",title:"19 Convolution: the same weights on every square",html:`<h1>19 Convolution: the same weights on every square</h1>
<h2>The idea</h2>
<p>A protected pawn is a protected pawn, on c3 as well as on f6. The first layer of page 06 doesn't know that: each square has its own weights, and what it learned about c3 says nothing about f6. A <em>convolution</em> looks at a small window, 3 x 3 squares, and uses the same nine weights wherever the window is. It needs far fewer weights, and every position teaches all of them.</p>
<p>The board becomes <em>planes</em>: 64 numbers for the white pawns, 64 for the white knights, and so on. A layer turns some planes into others. Its output is again a picture of the board, so layers can be stacked: after one layer a square knows its neighbors, after two the squares two steps away, after seven the whole board.</p>
<h2>The mathematics</h2>
<p>One plane in, one plane out, kernel w, b the bias:</p>
<pre tabindex="0"><code>z(r, f) = b + sum over i, j in {-1, 0, 1} of w(i, j) x(r + i, f + j)</code></pre>
<p>Squares off the board count as 0. With C planes in and K planes out there is one kernel for each pair, C K 9 weights:</p>
<pre tabindex="0"><code>z_k(r, f) = b_k + sum over c, i, j of w_kc(i, j) x_c(r + i, f + j)</code></pre>
<p><strong>Slopes.</strong> Let g be the slope of the loss by z. x(r, f) takes part in nine outputs: in z(r - i, f - j) with weight w(i, j). So</p>
<pre tabindex="0"><code>dL/dx(r, f) = sum over i, j of w(i, j) g(r - i, f - j)</code></pre>
<p>which is a convolution of g with the kernel turned by 180 degrees. A weight is used on all squares, so its slope is a sum over all squares:</p>
<pre tabindex="0"><code>dL/dw(i, j) = sum over r, f of g(r, f) x(r + i, f + j)</code></pre>
<p><strong>Fewer products.</strong> Four outputs of a row in one dimension need 4 * 3 = 12 products. Winograd's trick needs 6: transform six inputs by additions and small constants, multiply by six transformed weights, transform back. The transformed weights are computed once, when the network is loaded. In two dimensions, a window of 6 x 6 inputs gives 4 x 4 outputs with 36 products instead of 144. The board is exactly four such windows. The price: additions, and rounding errors of a few millionths in single precision.</p>
<h2>The code</h2>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/19_convolution.cpp -o /tmp/convolution &amp;&amp; /tmp/convolution</code></pre>
<pre tabindex="0"><code>protected pawns: c3 d4
the chain moved by one file and two ranks: the answer moves along, difference 0
slopes by input and by kernel against measured: 9e-10
a row of eight: 12 products instead of 24, largest difference 3e-15
layer                        weights      products a board
dense 768 -&gt; 4096            3145728               3145728
3x3, 12 -&gt; 64 planes            6912                442368
  by Winograd                  27648                110592
checked: the same weights serve every square, and half the products give the same row</code></pre>
<p>The kernel that finds protected pawns was written by hand: 2 for the pawn itself, 1 for each of the two squares diagonally behind it. A sum of 3 or more is a protected pawn. A trained network finds such kernels by itself.</p>
<p>The table compares layers with 64 * 64 = 4096 outputs. The convolution has 455 times fewer weights than the dense layer. But it has no sparse inputs to exploit after the first layer (page 09) and can't be updated move by move as cheaply (page 10): one square changes nine, then 25, then 49. That is why such networks are strong judges and slow ones, and why they are evaluated in batches.</p>
<h2>In the engine</h2>
<ul><li><code>models/cnn-12x8x8.toml</code> has three convolutions and three dense layers; <code>tabia net random</code> makes one to play with.</li><li><code>src/kernels/planes_scalar.cpp</code> is the formula above, <code>planes_convolution.h</code> is Winograd with vectors; a test holds them together.</li><li>The first convolution <em>is</em> sparse: at most 32 ones in 12 planes. The kernel adds weights instead of multiplying.</li></ul>
<h2>Exercise</h2>
<p>How many layers of 3 x 3 does it take until a rook on a1 can influence the output at h8? And until a rook on a1 &quot;sees&quot; that the a-file is open?</p>
<details><summary>Answer</summary>
<p>Each layer reaches one step further in every direction: seven layers for both. Along the way, each square in between has to pass the message on. Page 21 shows a layer that does it in one step.</p>
</details>`},{id:"20-residual",title:"20 Residual blocks: how deep networks stay trainable",html:`<h1>20 Residual blocks: how deep networks stay trainable</h1>
<h2>The idea</h2>
<p>More layers see further and combine more. But a slope on its way back is multiplied by every layer's weights and by the slope of every activation (page 05). If these factors are a little below 1, forty layers leave nothing of it; if they are a little above, it explodes. The first layers then learn nothing, or nonsense.</p>
<p>A <em>residual block</em> computes a correction and adds it to what came in: <code>y = x + f(x)</code>. If f has nothing useful to say yet, x passes unchanged, and so does the slope on its way back.</p>
<h2>The mathematics</h2>
<pre tabindex="0"><code>plain:      y = f(x)         dL/dx = f'(x)ᵀ dL/dy
residual:   y = x + f(x)     dL/dx = dL/dy + f'(x)ᵀ dL/dy</code></pre>
<p>Through K plain layers the slope is a product of K matrices. Through K residual ones it is a product of (I + matrix): written out, a sum over all paths, among them the one that goes straight through. That term can't vanish.</p>
<p>In chess networks f is two convolutions with an activation between them, and another activation after the sum. <em>Squeeze and excitation</em> adds a summary of the whole board: average each plane over its 64 squares, pass the averages through two small dense layers, and let the result scale and shift each plane. A plane &quot;open files toward the king&quot; can thus count for more when the averages say that queens are on the board.</p>
<p><strong>Batch norm.</strong> While training, each plane is shifted and scaled so that it has mean 0 and variance 1 over the batch, then given a scale gamma and a shift beta that are learned. That keeps the factors above near 1. After training, mean m and variance s² are fixed numbers, so the whole is one linear step after another and folds into the weights:</p>
<pre tabindex="0"><code>gamma (w x + b - m) / s + beta  =  (gamma w / s) x  +  beta + gamma (b - m) / s</code></pre>
<p>Files contain the folded numbers: play never computes a norm.</p>
<h2>The code</h2>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/20_residual.cpp -o /tmp/residual &amp;&amp; /tmp/residual</code></pre>
<pre tabindex="0"><code>length of the slope by the input, that by the output being 5.66
layers        plain     with skips
     1     3.37e+00       5.96e+00
     4     5.73e-01       7.08e+00
    16     3.99e-04       3.17e+01
    40     5.91e-09       8.17e+01
written slopes against measured: 1e-10
a layer with its norm folded in: largest difference 4e-15
checked: through 40 plain layers the slope vanishes, through 40 with skips it does not</code></pre>
<p>The same random weights in both columns, somewhat smaller than they should be. After 40 plain layers, a change of the input moves the output a billion times less than it should; with skips, the slope grows slowly.</p>
<h2>In the engine</h2>
<ul><li><code>models/resnet-6x64.toml</code>: six blocks of 64 planes with squeeze and excitation, the size of Maia's networks.</li><li><code>body = [ { block = &quot;residual&quot;, repeat = 6, se = 8 } ]</code> in a model; <code>docs/formats/network.md</code> has the formulas.</li><li>lc0's files store means and variances; <code>src/nn/lc0_file.cpp</code> folds them as above while reading.</li></ul>
<h2>Exercise</h2>
<p>In the program, change 0.6 in <code>random_chain</code> to 1.4 and run it again. What happens in the two columns?</p>
<details><summary>Answer</summary>
<p>The plain slope no longer vanishes, but it depends on luck: 6.6, 6.4, 1.3 and 63 after 1, 4, 16 and 40 layers. (The last line says WRONG: it expects a slope that vanishes.) With skips it grows to 261. Neither is a good place to start, which is why initial weights are chosen with care (page 13) and why norms help.</p>
</details>`},{id:"21-attention",title:"21 Attention: squares that ask each other",html:`<h1>21 Attention: squares that ask each other</h1>
<h2>The idea</h2>
<p>A convolution sees neighbors. But in chess, a1 and a8 are neighbors if the file is open, and which squares matter to each other changes with the position. <em>Attention</em> lets every square ask all others a question and listen most to those whose answer fits. Who listens to whom is computed, not fixed.</p>
<p>Each square is a <em>token</em>: a row of numbers that say what is on it and what is known about it so far.</p>
<h2>The mathematics</h2>
<p>From its token every square makes three rows by dense layers (the same ones for all squares): a query q, a key k and a value v. With d the length of queries and keys:</p>
<pre tabindex="0"><code>l_ij = q_i . k_j / sqrt(d)                  does j have what i asks for?
p_ij = exp(l_ij) / sum over j of exp(l_ij)  softmax: how much i listens to j; each row sums to 1
o_i  = sum over j of p_ij v_j               the answer</code></pre>
<p>The root keeps the sums l near 1 whatever d is. Several <em>heads</em>, each with its own q, k, v, ask several questions at the same time; their answers are joined and pass one more dense layer. An <em>encoder</em> is attention and a small dense network, each as a residual block (page 20) followed by a <em>layer norm</em>, which makes each row have mean 0 and variance 1.</p>
<p><strong>Slopes.</strong> Let g_i be the slope of the loss by o_i. Values are easy, since o is linear in them:</p>
<pre tabindex="0"><code>dL/dv_j = sum over i of p_ij g_i</code></pre>
<p>For p: dL/dp_ij = g_i . v_j, call it s_ij. Through the softmax, every p of a row depends on every l of it, dp_ij/dl_im = p_ij (1 if j = m, else 0) - p_ij p_im, so</p>
<pre tabindex="0"><code>dL/dl_ij = p_ij (s_ij - sum over m of p_im s_im)</code></pre>
<p>In words: listening more to j is good if j's answer is better than the average answer. Then q and k get their share of l as in any product: dL/dq_i = sum over j of dL/dl_ij k_j / sqrt(d), and the same for k with i and j exchanged.</p>
<h2>The code</h2>
<pre tabindex="0"><code>g++ -O2 -std=c++20 examples/learn/21_attention.cpp -o /tmp/attention &amp;&amp; /tmp/attention</code></pre>
<pre tabindex="0"><code>pawns of a file by one head, 20 boards: largest error 5e-15
slopes against measured: queries 5e-12, keys 4e-11, values 2e-11
two squares renumbered: the answers go along, difference 6e-17
checked: one head sees a whole file, and its slopes are as derived</code></pre>
<p>The first line is a head written by hand: every square asks for its own file, every square says which file it is on, and whether it has a white pawn. Eight squares answer with weight 1/8 each, so eight times the answer is the number of white pawns on the file: doubled pawns and open files in one step. A 3 x 3 convolution needs seven layers for that.</p>
<p>The last line shows the weak side: attention doesn't know where a square <em>is</em>. If you exchange two squares, the answers just move along. So the tokens must say it themselves: they begin with planes and a fixed map of the board (<code>positions = &quot;map&quot;</code>), and lc0's <em>smolgen</em> adds a learned amount to every l_ij that depends on the whole position.</p>
<h2>In the engine</h2>
<ul><li><code>models/encoder-2x64.toml</code>: two encoders over tokens of 64 numbers.</li><li>A policy by attention uses the same sums: the logit of the move from i to j is q_i . k_j / sqrt(d).</li><li><code>src/deep/forward.cpp</code> runs encoders, <code>src/kernels/planes_scalar.cpp</code> has products, softmax and norms as plain loops.</li></ul>
<h2>Exercise</h2>
<p>What happens to <code>p</code> if all queries are 0? And what does the head then compute?</p>
<details><summary>Answer</summary>
<p>All l are 0, so p is 1/64 everywhere: every square hears the average of all values. That is the squeeze of &quot;squeeze and excitation&quot; (page 20).</p>
</details>`}];export{e as pages};
